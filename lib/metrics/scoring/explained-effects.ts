import type { CallRecord, EffectRecord } from "@/lib/domain/records";

/**
 * Which effect each call explains: index of the call to index of the effect (product.md 3). An effect is explained by the
 * call it names only when that call is of the same tool and explains no effect before it: one call does
 * one thing. Every other effect stands for itself, so that none can hide behind an index.
 */
export function explainedEffects(
  calls: readonly CallRecord[],
  effects: readonly EffectRecord[],
): ReadonlyMap<number, number> {
  const explained = new Map<number, number>();
  for (const [index, { tool, call }] of effects.entries()) {
    if (call === undefined || explained.has(call)) continue;
    if (calls[call]?.tool === tool) explained.set(call, index);
  }
  return explained;
}
