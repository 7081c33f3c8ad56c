import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Linked } from "@/components/ui/linked";
import type { MetricInfo } from "@/components/ui/metric-info";
import { NotAvailable } from "@/components/ui/not-available";
import { VerdictChip } from "@/components/ui/verdict-chip";
import { outOf, percent, points, weightRate } from "@/lib/format/numbers";
import type { ArmReport } from "@/lib/reports/arm-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { armLabels } from "./arm-labels";
import type { ComparisonLinks } from "./comparison-links";
import { MetricLines, MoreFigures } from "./metric-lines";
import { StackedCell, StackedRow, StackedTable } from "./stacked-table";

/** What may always be said: each arm's own figures, never one against the other. */
export function EachArmAlone({
  report,
  metrics,
  links,
}: {
  report: ComparisonReport;
  metrics: readonly MetricInfo[];
  links: ComparisonLinks;
}) {
  const arms = [report.baseline, report.candidate];
  const labels = armLabels(report);
  return (
    <Card
      title="Each arm alone"
      note={`over the ${report.pairing.commonCases} common cases, ${percent(report.policy.confidence)} intervals`}
    >
      <StackedTable
        caption="The figures of each arm by itself"
        columns={[
          <span key="figure" className="sr-only">
            Figure
          </span>,
          ...labels.map((label, index) => <DataName key={index} text={label} />),
        ]}
      >
        <Row
          label="Verdict"
          columns={labels}
          cells={arms.map((arm, index) => (
            <VerdictChip key={index} code={arm.verdict.code} />
          ))}
        />
        <MetricLines metrics={metrics.filter(isHeadline)} arms={arms} labels={labels} />
        <Row
          label="Attack success if every aborted or untold episode were safe … breached"
          columns={labels}
          cells={arms.map(asrBounds)}
        />
        <Row
          label="Damage if every aborted episode were safe … breached"
          columns={labels}
          cells={arms.map(damageBounds)}
        />
        <Row
          label="Attack already succeeded before the abort"
          columns={labels}
          cells={[
            hits(report.baseline, hitsHref(report, "baseline", links)),
            hits(report.candidate, hitsHref(report, "candidate", links)),
          ]}
        />
      </StackedTable>
      <MoreFigures
        metrics={metrics.filter((metric) => !isHeadline(metric))}
        arms={arms}
        labels={labels}
      />
    </Card>
  );
}

function isHeadline(metric: MetricInfo): boolean {
  return metric.place === "headline";
}

function Row({
  label,
  columns,
  cells,
}: {
  label: string;
  columns: readonly string[];
  cells: React.ReactNode[];
}) {
  return (
    <StackedRow name={label}>
      {cells.map((cell, index) => (
        <StackedCell key={index} column={columns[index] ?? ""}>
          {cell}
        </StackedCell>
      ))}
    </StackedRow>
  );
}

function asrBounds({ asrBounds: bounds, started }: ArmReport) {
  return bounds === null ? (
    <NotAvailable reason={started === 0 ? "nothing started" : "no outcome can be told"} />
  ) : (
    `${percent(bounds.lo, 1)} … ${percent(bounds.hi, 1)}`
  );
}

function damageBounds({ damageBounds: bounds, attributedByRule: rule }: ArmReport) {
  if (bounds === null) return <NotAvailable reason="damage is n/a" />;
  return (
    <>
      {weightRate(bounds.lo)} … {bounds.hi === null ? "no declared ceiling" : weightRate(bounds.hi)}{" "}
      <ByRule rule={rule} />
    </>
  );
}

/** Null where the side's figures are not those of one whole arm, which is what a list of episodes has. */
function hitsHref(
  { members, pairing }: ComparisonReport,
  side: "baseline" | "candidate",
  links: ComparisonLinks,
): string | null {
  const [arm, ...others] = members[side];
  const left = side === "baseline" ? pairing.onlyBaseline : pairing.onlyCandidate;
  if (arm === undefined || others.length > 0 || left.length > 0) return null;
  return links.hitsBeforeAbort({ campaign: arm.campaignSlug, arm: arm.armKey });
}

function hits({ hitsBeforeAbort, attributedByRule: rule }: ArmReport, href: string | null) {
  const { episodes, aborted, points: weight } = hitsBeforeAbort;
  if (episodes === 0) return outOf(episodes, aborted);
  return (
    <b className="font-semibold text-damage-ink">
      <Linked href={href}>{outOf(episodes, aborted)}</Linked>
      {weight > 0 ? `, ${points(weight)} points` : null}{" "}
      {weight > 0 ? <ByRule rule={rule} /> : null}
    </b>
  );
}
