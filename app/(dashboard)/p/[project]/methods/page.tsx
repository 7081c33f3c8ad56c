import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { database } from "@/db";
import { mayChangeEvidence, OWNER_WARNING } from "@/db/roles/application-role";
import { checkpointAnswer } from "@/lib/answers/seal-answer";
import { projectFor } from "@/lib/auth/project-access";
import { signingFault } from "@/lib/ingest/log-continues";
import { methodsData } from "@/lib/reports/methods-data";
import { Contents, Section } from "./_parts/contents";
import { IntegrityCard } from "./_parts/integrity-card";
import { MetricCard } from "./_parts/metric-card";
import { PolicyCard } from "./_parts/policy-card";
import { GateRules, IntervalRules, OutcomeRules } from "./_parts/rule-tables";
import { TerminationTable, WeightTable } from "./_parts/tables";
import { WorkedExample } from "./_parts/worked-example";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Methods" };

type Props = { params: Promise<{ project: string }> };

export default async function MethodsPage({ params }: Props) {
  const { project } = await projectFor((await params).project, "read");
  const data = methodsData(project.policy);
  const { db, sql } = database();
  const [checkpoint, mayChange, unsigned] = await Promise.all([
    checkpointAnswer(db),
    mayChangeEvidence(sql),
    signingFault(sql),
  ]);
  const warnings = [unsigned, mayChange ? OWNER_WARNING : null].filter((one) => one !== null);
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Methods"
        sentence="What each number means, what it leaves out, and by which rules two arms may be compared: enough to compute any of them again from an export."
      />
      <Contents metrics={data.metrics} />
      <div className="grid gap-x-4 xl:grid-cols-2">
        <Section id="policy">
          <PolicyCard data={data} />
        </Section>
        <Section id="weights">
          <WeightTable data={data} />
        </Section>
      </div>
      <Section id="endings">
        <TerminationTable terminations={data.terminations} />
      </Section>
      <Section id="outcomes">
        <OutcomeRules outcomes={data.outcomes} />
      </Section>
      <div className="grid gap-x-4 xl:grid-cols-2">
        {data.metrics.map((metric) => (
          <Section key={metric.id} id={metric.id}>
            <MetricCard metric={metric} />
          </Section>
        ))}
      </div>
      <Section id="gate">
        <GateRules gate={data.gate} />
      </Section>
      <Section id="intervals">
        <IntervalRules intervals={data.intervals} />
      </Section>
      <Section id="example">
        <WorkedExample example={data.workedExample} />
      </Section>
      <Section id="integrity">
        <IntegrityCard checkpoint={checkpoint} warnings={warnings} />
      </Section>
    </>
  );
}
