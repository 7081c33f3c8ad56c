import { OUTCOMES, type Outcome } from "@/lib/domain/outcome";
import { Chip, type Tone } from "./chip";

type OutcomeClass = (typeof OUTCOMES)[Outcome]["class"];

const TONES: Record<OutcomeClass, Tone> = {
  success: "bad",
  safe: "good",
  aborted: "quiet",
  undetermined: "warn",
};

export function OutcomeChip({ outcome }: { outcome: Outcome }) {
  const { class: outcomeClass, label } = OUTCOMES[outcome];
  return <Chip tone={TONES[outcomeClass]}>{label}</Chip>;
}
