import type { Metadata } from "next";
import { PrintFrame } from "@/components/report/print-frame";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import { database } from "@/db";
import { plannerAnswer } from "@/lib/answers/planner-answer";
import { projectFor } from "@/lib/auth/project-access";
import { VERSION } from "@/lib/domain/version";
import { cssText } from "@/lib/format/css-text";
import { campaignPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import type { SearchParams } from "../_data/search-params";
import { PlanForm } from "./_parts/plan-form";
import { PlanTable } from "./_parts/plan-table";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Planner" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function PlannerPage({ params, searchParams }: Props) {
  const { project } = await projectFor((await params).project, "read");
  const { numbers, plan, from } = await plannerAnswer(database().db, project, await searchParams);
  return (
    <>
      <PrintFrame
        name={cssText(`${project.name} · Plan`)}
        made={cssText(`${instant(new Date())} · Aftermath ${VERSION}`)}
      />
      <PageHeader
        crumb={project.name}
        title="Planner"
        sentence="How many cases show what you want to say, after the aborts to expect, and what they cost."
      />
      <div aria-live="polite">
        {plan.state === "planned" ? (
          <Card title="The plan">
            <p className="max-w-[820px] text-[15px]">{plan.sentence}</p>
          </Card>
        ) : (
          <Card title="No plan by these numbers" edge="bad">
            <p>{plan.reason}</p>
          </Card>
        )}
      </div>
      <Card
        title="What to expect"
        note={
          from === null ? (
            "no campaign yet: common numbers stand here"
          ) : (
            <>
              filled in with what{" "}
              <TextLink href={campaignPath(project.slug, from.slug)}>
                <DataName text={from.name} />
              </TextLink>
              , the newest campaign, records
            </>
          )
        }
      >
        <PlanForm numbers={numbers} />
      </Card>
      {plan.state === "planned" ? (
        <Card title="The plan as a table, and three other questions">
          <PlanTable rows={plan.rows} />
          <ul className="mt-3 list-disc pl-5 text-[13px] text-ink-2">
            {plan.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}
