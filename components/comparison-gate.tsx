import { signedPoints } from "@/lib/format/numbers";
import type { Bounds } from "@/lib/reports/arm-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ComparisonLinks } from "./comparison/comparison-links";
import { Differences } from "./comparison/differences";
import { EachArmAlone } from "./comparison/each-arm-alone";
import { GateEvidence } from "./comparison/gate-evidence";
import { WhatElseChanged } from "./comparison/what-else-changed";
import { Card } from "./ui/card";
import type { MetricInfo } from "./ui/metric-info";

/**
 * The one component that may show a difference between arms (methods.md 5). First the gate with its
 * evidence, then each arm alone; a difference only where the report's type holds one. No override.
 */
export function ComparisonGate({
  report,
  metrics,
  links,
}: {
  report: ComparisonReport;
  metrics: readonly MetricInfo[];
  links: ComparisonLinks;
}) {
  return (
    <>
      <GateEvidence report={report} />
      {report.comparison.state === "comparable" ? (
        <Differences deltas={report.comparison.deltas} members={report.members} links={links} />
      ) : null}
      <div className="grid gap-x-4 lg:grid-cols-[1fr_minmax(260px,340px)] lg:items-start">
        <EachArmAlone report={report} metrics={metrics} links={links} />
        <WhatElseChanged report={report} />
      </div>
      <Shut report={report} />
    </>
  );
}

function Shut({ report: { comparison } }: { report: ComparisonReport }) {
  if (comparison.state === "comparable") return null;
  return (
    <Card>
      <div className="flex flex-wrap justify-between gap-2 text-ink-3">
        <h2>Difference, by tool and attack, flipped cases, price, run order</h2>
        <span>Shut until every check above is passed</span>
      </div>
      {comparison.state === "not_shown" && comparison.worstCase !== null ? (
        <WorstCase range={comparison.worstCase} />
      ) : null}
    </Card>
  );
}

/** Grey and without a judgement: what missing outcomes could still make of these very episodes. */
function WorstCase({ range }: { range: Bounds }) {
  return (
    <p className="mt-1 text-[13px] text-ink-3">
      Over everything that the aborted and untold episodes might have come to, the difference of
      attack success of these episodes lies between {signedPoints(range.lo)} and{" "}
      {signedPoints(range.hi)}. This range has no sampling error in it and says nothing of better or
      worse.
    </p>
  );
}
