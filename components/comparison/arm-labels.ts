import type { ArmIdentity } from "@/lib/reports/arm-report";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** Names for both arms that differ: the arm's, with the campaign's where both arms are named alike. */
export function armLabels(
  report: Pick<ComparisonReport, "baseline" | "candidate">,
): [string, string] {
  const [baseline, candidate] = [report.baseline.arm, report.candidate.arm];
  if (baseline.armName !== candidate.armName) return [baseline.armName, candidate.armName];
  return [full(baseline), full(candidate)];
}

function full(arm: ArmIdentity): string {
  return `${arm.armName} (${arm.campaignName})`;
}
