import type { Limits } from "@/lib/stats/limits";
import { requireCount } from "@/lib/stats/preconditions";

/** Episodes of one arm. Hits before an abort are among the aborted, not among the successes. */
export type ArmOutcomes = {
  started: number;
  successCompleted: number;
  aborted: number;
  hitBeforeAbort: number;
};

export type ManskiAsr = Limits & {
  /** Successes among the completed, or null (n/a) when all aborted. */
  completeCase: number | null;
};

/**
 * How low and how high the ASR of THESE episodes may be, whatever the aborted ones would have done
 * (Manski 1990; methods.md 4). Shares; no sampling error in them. A hit before an abort counts in
 * both bounds. Golden `manskiAsr`. Null (n/a) when nothing started.
 * Throws RangeError unless hitBeforeAbort <= aborted and successes + aborted <= started.
 */
export function manskiAsr(arm: ArmOutcomes): ManskiAsr | null {
  requireOutcomes(arm);
  const { started, successCompleted, aborted, hitBeforeAbort } = arm;
  if (started === 0) return null;
  const completed = started - aborted;
  return {
    completeCase: completed === 0 ? null : successCompleted / completed,
    lo: (successCompleted + hitBeforeAbort) / started,
    hi: (successCompleted + aborted) / started,
  };
}

function requireOutcomes(arm: ArmOutcomes): void {
  for (const [name, count] of Object.entries(arm)) requireCount(name, count);
  if (arm.hitBeforeAbort > arm.aborted || arm.successCompleted + arm.aborted > arm.started) {
    throw new RangeError(`the outcomes of an arm do not add up: ${JSON.stringify(arm)}`);
  }
}
