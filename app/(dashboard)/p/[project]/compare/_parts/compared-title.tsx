import { armLabels } from "@/components/comparison/arm-labels";
import { DataName } from "@/components/ui/data-text";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** "off → on": both sides by names that differ. */
export function ComparedTitle({ report }: { report: ComparisonReport }) {
  const [before, after] = armLabels(report);
  return (
    <>
      <DataName text={before} />{" "}
      <span className="font-normal text-ink-3">
        <span aria-hidden="true">→</span>
        <span className="sr-only">against</span>
      </span>{" "}
      <DataName text={after} />
    </>
  );
}
