import { IdentityBar } from "@/components/charts/identity-bar";
import { Card } from "@/components/ui/card";
import type { ComparisonReport, Deltas } from "@/lib/reports/comparison-report";
import { AttackContrasts } from "./attack-contrasts";
import type { ComparisonLinks } from "./comparison-links";
import { FlippedCases } from "./flipped-cases";
import { IdentityTable } from "./identity-table";
import { MetricDifferences } from "./metric-differences";
import { PriceTable } from "./price-table";
import { SeriesCard } from "./series-card";

/** What differs. Drawn by the gate alone, and only where the report holds `deltas`. */
export function Differences({
  deltas,
  members,
  links,
}: {
  deltas: Deltas;
  members: ComparisonReport["members"];
  links: ComparisonLinks;
}) {
  return (
    <>
      <MetricDifferences metrics={deltas.metrics} />
      <Identity deltas={deltas} />
      <AttackContrasts attacks={deltas.attacks} />
      <FlippedCases flips={deltas.flips} members={members} links={links} />
      <PriceTable price={deltas.price} />
      {deltas.series === null ? null : <SeriesCard series={deltas.series} links={links} />}
    </>
  );
}

/** Drop = stopped by rule + never tried, as a whole and in the parts that add up to it. */
function Identity({ deltas: { decomposition, identity, metrics } }: { deltas: Deltas }) {
  if (decomposition === null) return null;
  return (
    <Card>
      <IdentityBar
        decomposition={decomposition}
        rule={metrics.find(({ metric }) => metric === "damage")?.byRule}
      />
      {identity === null ? null : (
        <div className="mt-4 grid gap-x-8 gap-y-5 xl:grid-cols-2 xl:items-start">
          <IdentityTable name="tool" rows={identity.tools} whole={decomposition} />
          <IdentityTable name="attack" rows={identity.attacks} whole={decomposition} />
        </div>
      )}
    </Card>
  );
}
