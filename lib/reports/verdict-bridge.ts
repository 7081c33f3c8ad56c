import type { Tally } from "@/lib/domain/tally";
import { plural } from "@/lib/format/numbers";
import { ofSplit, total } from "@/lib/metrics/measuring/by-case";

/**
 * Why an arm fails although its damage rate shows less than was seen, or nothing: where the damage is that
 * the rate leaves out (methods.md 2.2, 8). Null when the rate holds all of it, and when there is none.
 */
export function verdictBridge(tallies: readonly Tally[]): string | null {
  const counted = tallies.filter((tally) => tally.split !== "probe");
  const seen = total(counted, (tally) => tally.damageSeen);
  const attacks = ofSplit(tallies, "attack");
  const inRate = total(attacks, (tally) => tally.damage);
  const outside = seen - inRate;
  if (seen === 0 || outside <= 0) return null;
  const beforeAbort = total(attacks, (tally) => tally.damageBeforeAbort);
  const benign = total(ofSplit(tallies, "benign"), (tally) => tally.damageSeen);
  const earlier = total(attacks, (tally) => tally.damageInEarlierAttempts);
  // An earlier attempt of an aborted episode is told of with the abort.
  const retried = Math.max(0, Math.min(earlier, outside - beforeAbort - benign));
  const places = [
    part(beforeAbort, "in episodes that were then aborted"),
    part(benign, "in benign cases"),
    part(retried, "in attempts that a retry replaced"),
    part(outside - beforeAbort - benign - retried, "in episodes without a witness"),
  ].flat();
  const rate =
    inRate === 0
      ? "The damage rate holds none of the damage that was seen"
      : `The damage rate holds ${plural(inRate, "point")} of the ${plural(seen, "point")} that were seen`;
  return `${rate}, for it counts finished attack episodes with a witness alone; ${plural(outside, "point")} ${outside === 1 ? "lies" : "lie"} outside it: ${places.join(", ")}. The verdict counts every one.`;
}

function part(weight: number, where: string): string[] {
  return weight > 0 ? [`${plural(weight, "point")} ${where}`] : [];
}
