import type { Policy } from "@/lib/domain/policy";
import { percent, points } from "@/lib/format/numbers";

/** The rules by which figures were made and comparisons are opened, in one sentence. */
export function policySentence(policy: Policy): string {
  const strict = policy.requireShownParity
    ? "parity has to be shown even where no episode aborted"
    : "complete data open a comparison by themselves";
  return `Policy version ${policy.version}: abort rates may differ by ${points(policy.margin * 100)} points at level ${percent(policy.alpha)}, at most ${percent(policy.maxAbortRate)} of an arm may be aborted, ${strict}; intervals are at ${percent(policy.confidence)}.`;
}
