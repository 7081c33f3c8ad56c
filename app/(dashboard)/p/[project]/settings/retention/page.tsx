import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import { dueCampaigns, retentionNow, retentionVersions } from "@/db/queries/retention";
import { oneValue } from "@/lib/answers/query-values";
import { projectFor } from "@/lib/auth/project-access";
import { retentionSchema, type Retention } from "@/lib/domain/retention";
import { retentionPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import { AdminsOnly } from "../_parts/admins-only";
import type { SearchParams } from "../../_data/search-params";
import { DueTable } from "./_parts/due-table";
import { LookForm, SetForm } from "./_parts/retention-forms";
import { NO_SETTING, retentionSentence } from "@/lib/format/retention-sentence";
import { setRetentionNow } from "./retention-actions";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Retention" };

type Props = { params: Promise<{ project: string }>; searchParams: SearchParams };

export default async function RetentionPage({ params, searchParams }: Props) {
  const { project, scope, can } = await projectFor((await params).project, "read");
  const { db } = database();
  const search = await searchParams;
  const now = await retentionNow(db, scope);
  const decides = can("administer");
  // Whoever cannot set it sees what is set, whatever the address asks to look at.
  const looked = decides
    ? lookedAt(oneValue.parse(search["act"]), oneValue.parse(search["days"]))
    : null;
  const shown = looked ?? now;
  const isSet = shown.act === now.act && shown.days === now.days;
  const [due, versions] = await Promise.all([
    dueCampaigns(db, scope, shown),
    retentionVersions(db, scope),
  ]);
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Retention"
        sentence={`${retentionSentence(now)} It runs when the server starts and once a day, and each campaign keeps a note of what was done and by which setting.`}
      />
      {decides ? (
        <Card title="After how long">
          <LookForm path={retentionPath(project.slug)} shown={shown} />
          {search["days"] !== undefined && looked === null ? (
            <p role="alert" className="mt-2 text-[13px] text-damage-ink">
              {NO_SETTING}
            </p>
          ) : null}
        </Card>
      ) : (
        <AdminsOnly />
      )}
      <Card
        title={isSet ? "What it is about now" : "What it would be about now"}
        note={isSet ? "as it is set" : "nothing is set yet"}
        edge={!isSet && shown.act !== "keep" ? "warn" : "none"}
      >
        <DueTable project={project.slug} act={shown.act} due={due} />
        {isSet ? null : (
          <div className="mt-4 border-t border-line pt-3">
            <p className="mb-2 max-w-[720px] text-[13px]">{retentionSentence(shown)}</p>
            <SetForm action={setRetentionNow.bind(null, project.slug)} shown={shown} />
          </div>
        )}
      </Card>
      <Card title="Versions" note="the last 50; the first of them counts">
        {versions.length === 0 ? (
          <p className="text-[13px] text-ink-2">Nothing was ever set: everything is kept.</p>
        ) : (
          <ol className="grid gap-1.5 text-[13px]" aria-label="Versions, newest first">
            {versions.map((one) => (
              <li key={one.version} className="wrap-anywhere">
                <b className="font-[560]">{one.version}.</b> {retentionSentence(one)}{" "}
                <span className="text-ink-2">
                  {one.at === null ? null : instant(one.at)}
                  {one.by === null ? null : (
                    <>
                      {" "}
                      by <DataName text={one.by} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </>
  );
}

/** What the address asks to look at; null: nothing, or what is no setting. */
function lookedAt(act: string | undefined, days: string | undefined): Retention | null {
  if (act === undefined) return null;
  const number = act === "keep" ? null : Number(days ?? "");
  const read = retentionSchema.safeParse({ act, days: number });
  return read.success ? read.data : null;
}
