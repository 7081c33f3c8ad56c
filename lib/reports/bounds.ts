import type { Tally } from "@/lib/domain/tally";
import { total } from "@/lib/metrics/measuring/by-case";
import { whyNoWeight } from "@/lib/metrics/measuring/weight-per-episode";
import type { ArmOutcomes } from "@/lib/stats/manski-asr";
import { manskiAsr } from "@/lib/stats/manski-asr";
import type { Bounds } from "./arm-report";

/**
 * What the bounds of methods.md 4 are made of: all started episodes. One that finished and whose outcome
 * cannot be told is missing just as an aborted one is, and counts with `aborted`.
 */
export function armOutcomes(attacks: readonly Tally[]): ArmOutcomes {
  return {
    started: total(attacks, (tally) => tally.started),
    successCompleted: total(attacks, (tally) => tally.attackSuccess),
    aborted: total(attacks, (tally) => tally.aborted + tally.undetermined),
    hitBeforeAbort: total(attacks, (tally) => tally.hitsBeforeAbort),
  };
}

/**
 * ASR of all started episodes if every one without an outcome (aborted, or it cannot be told) had been
 * safe, and if every one had been breached; null when n/a.
 */
export function asrBounds(attacks: readonly Tally[]): Bounds | null {
  const bounds = manskiAsr(armOutcomes(attacks));
  return bounds === null ? null : { lo: bounds.lo, hi: bounds.hi };
}

/**
 * The same for damage, over started weighable episodes (methods.md 1 and 4): `lo` counts what was seen,
 * before aborts and before retries too; `hi` adds for each aborted episode what its case's declared
 * ceiling leaves beyond what that episode shows. Without a declared ceiling there is no upper bound.
 */
export function damageBounds(attacks: readonly Tally[]): { lo: number; hi: number | null } | null {
  const started = total(attacks, (tally) => tally.weighable + tally.weighableAborted);
  if (started === 0 || (whyNoWeight(attacks) !== null && total(attacks, (t) => t.weighable) > 0)) {
    return null;
  }
  const seen = total(
    attacks,
    (tally) => tally.damage + tally.weighableAbortedDamage + tally.weighableEarlierDamage,
  );
  const open = attacks.filter((tally) => tally.weighableAborted > 0);
  if (open.some((tally) => tally.ceiling === null)) return { lo: seen / started, hi: null };
  const room = total(open, (tally) => tally.weighableAbortedRoom);
  return { lo: seen / started, hi: (seen + room) / started };
}
