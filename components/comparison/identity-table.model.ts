import { points, signedWeight } from "@/lib/format/numbers";
import type { Decomposition, IdentityRow } from "@/lib/reports/comparison-report";

/** A line of the table: summed points "5 → 2", and the identity in points per episode. */
export type IdentityLine = {
  name: string;
  damage: string;
  exposure: string;
  drop: string;
  stoppedByRule: string;
  neverTried: string;
};

/** The parts and, last, the whole that they add up to; its rates are the report's own. */
export function identityLines(
  rows: readonly IdentityRow[],
  whole: Pick<Decomposition, "drop" | "stoppedByRule" | "neverTried">,
): { parts: IdentityLine[]; whole: IdentityLine } {
  const summed = (side: "baseline" | "candidate", kind: "damage" | "exposure") =>
    rows.reduce((sum, row) => sum + row[side][kind], 0);
  return {
    parts: rows.map((row) => ({
      name: row.name,
      damage: change(row.baseline.damage, row.candidate.damage),
      exposure: change(row.baseline.exposure, row.candidate.exposure),
      ...rates(row),
    })),
    whole: {
      name: "All",
      damage: change(summed("baseline", "damage"), summed("candidate", "damage")),
      exposure: change(summed("baseline", "exposure"), summed("candidate", "exposure")),
      ...rates(whole),
    },
  };
}

function change(before: number, after: number): string {
  return `${points(before)} → ${points(after)}`;
}

function rates(of: { drop: number; stoppedByRule: number; neverTried: number }) {
  return {
    drop: signedWeight(of.drop),
    stoppedByRule: signedWeight(of.stoppedByRule),
    neverTried: signedWeight(of.neverTried),
  };
}
