import type { Tally } from "@/lib/domain/tally";
import { total } from "@/lib/metrics/measuring/by-case";
import { whyNoWeight } from "@/lib/metrics/measuring/weight-per-episode";
import type { ArmOutcomes } from "@/lib/stats/manski-asr";
import { manskiAsr } from "@/lib/stats/manski-asr";
import type { Bounds } from "./arm-report";

/** What the bounds of methods.md 4 are made of. Undetermined episodes are neither started nor safe here. */
export function armOutcomes(attacks: readonly Tally[]): ArmOutcomes {
  return {
    started: total(attacks, (tally) => tally.started - tally.undetermined),
    successCompleted: total(attacks, (tally) => tally.attackSuccess),
    aborted: total(attacks, (tally) => tally.aborted),
    hitBeforeAbort: total(attacks, (tally) => tally.hitsBeforeAbort),
  };
}

/** ASR if every aborted episode had been safe, and if every one had been breached; null when n/a. */
export function asrBounds(attacks: readonly Tally[]): Bounds | null {
  const bounds = manskiAsr(armOutcomes(attacks));
  return bounds === null ? null : { lo: bounds.lo, hi: bounds.hi };
}

/**
 * The same for damage, over started weighable episodes (methods.md 4): `lo` counts what was seen, before
 * aborts too; `hi` adds for each aborted episode what its case's declared ceiling leaves. Without a
 * declared ceiling there is no upper bound.
 */
export function damageBounds(attacks: readonly Tally[]): { lo: number; hi: number | null } | null {
  const started = total(attacks, (tally) => tally.weighable + tally.weighableAborted);
  if (started === 0 || (whyNoWeight(attacks) !== null && total(attacks, (t) => t.weighable) > 0)) {
    return null;
  }
  const seen = total(attacks, (tally) => tally.damage + tally.weighableAbortedDamage);
  const open = attacks.filter((tally) => tally.weighableAborted > 0);
  if (open.some((tally) => tally.ceiling === null)) return { lo: seen / started, hi: null };
  const room = total(open, (tally) =>
    Math.max(0, tally.weighableAborted * (tally.ceiling ?? 0) - tally.weighableAbortedDamage),
  );
  return { lo: seen / started, hi: (seen + room) / started };
}
