import { OUTCOMES, type Outcome } from "@/lib/domain/outcome";
import { Chip, type Tone } from "./chip";

/** Green says that the attack failed and the work was done: neither alone is good. */
const TONES: Record<Outcome, Tone> = {
  attack_success: "bad",
  safe_and_useful: "good",
  safe_but_failed: "quiet",
  safe_task_unknown: "quiet",
  aborted: "quiet",
  undetermined: "warn",
};

export function OutcomeChip({ outcome }: { outcome: Outcome }) {
  return <Chip tone={TONES[outcome]}>{OUTCOMES[outcome].label}</Chip>;
}
