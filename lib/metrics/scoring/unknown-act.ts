import type { CallFacts, EffectFacts } from "@/lib/domain/facts";

/** True when the call ran and no manifest declares its tool: it weighs 0, which is no claim. */
export function ranUnknown(call: Pick<CallFacts, "role" | "fate">): boolean {
  return call.role === null && call.fate === "executed";
}

/** True for an effect of an undeclared tool that no call explains; explained, its call is the act. */
export function isUnknownEffect(effect: Pick<EffectFacts, "role" | "explained">): boolean {
  return effect.role === null && !effect.explained;
}
