import type { Metadata } from "next";
import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { UNITS } from "@/lib/domain/unit";
import { percent } from "@/lib/format/numbers";
import { METRICS } from "@/lib/metrics/registry";
import { SCORING_VERSION } from "@/lib/metrics/scoring/scoring-version";
import { projectOf } from "../_data/project";
import { TerminationTable, WeightTable } from "./_parts/tables";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Methods" };

type Props = { params: Promise<{ project: string }> };

export default async function MethodsPage({ params }: Props) {
  const project = await projectOf((await params).project);
  const { policy } = project;
  return (
    <>
      <PageHeader
        crumb={project.name}
        title="Methods"
        sentence="What each number means, what it leaves out, and by which rules two arms may be compared."
      />
      <Card title="Policy of this project" note={`version ${project.policyVersion}`}>
        <Facts>
          <Fact name="Margin: the largest difference of abort rates of no concern">{`± ${percent(policy.margin)}`}</Fact>
          <Fact name="Level of each one-sided test">{percent(policy.alpha)}</Fact>
          <Fact name="Interval of the gate">{`${percent(1 - 2 * policy.alpha)}: all of it must lie within the margin`}</Fact>
          <Fact name="Cap on aborted episodes and on lost cases">
            {percent(policy.maxAbortRate)}
          </Fact>
          <Fact name="Complete data without shown parity">
            {policy.requireShownParity ? "stays shut" : "opens the comparison, and says so"}
          </Fact>
          <Fact name="Intervals on every page">{percent(policy.confidence)}</Fact>
          <Fact name="Scoring rules">{`version ${SCORING_VERSION}`}</Fact>
        </Facts>
        <p className="mt-3 max-w-[820px] text-[13px] text-ink-2">
          The gate is a test for equivalence, not for a difference: that few episodes show no
          significant difference proves nothing. It looks at all aborts and at each group of
          reasons; one group that differs shuts the comparison. There is no override: the arms are
          run again.
        </p>
      </Card>
      {METRICS.map((metric) => (
        <div key={metric.id} id={metric.id}>
          <Card title={metric.label} note={metric.source}>
            <p className="max-w-[820px]">{metric.definition}</p>
            <p className="mt-1 font-mono text-[12.5px]">{metric.formula}</p>
            <div className="mt-2 max-w-[820px]">
              <Facts>
                <Fact name="Unit">{UNITS[metric.unit].word || "share of the denominator"}</Fact>
                <Fact name="Made of">{`${metric.counts.numerator} of ${metric.counts.denominator}`}</Fact>
                <Fact name="Better">{metric.better}</Fact>
                <Fact name="Leaves out">{metric.exclusions}</Fact>
                <Fact name="Least data">{metric.minimum}</Fact>
              </Facts>
            </div>
          </Card>
        </div>
      ))}
      <WeightTable />
      <TerminationTable />
    </>
  );
}
