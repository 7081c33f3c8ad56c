import { Chip, type Tone } from "@/components/ui/chip";

type ImportState =
  | "review"
  | "uploaded"
  | "running"
  | "done"
  | "failed"
  | "duplicate"
  | "cancelled";

const LOOKS: Record<ImportState, { tone: Tone; word: string }> = {
  review: { tone: "warn", word: "to be reviewed" },
  uploaded: { tone: "quiet", word: "waiting" },
  running: { tone: "contain", word: "running" },
  done: { tone: "good", word: "imported" },
  failed: { tone: "bad", word: "not imported" },
  duplicate: { tone: "warn", word: "already imported" },
  cancelled: { tone: "quiet", word: "cancelled" },
};

export function StateChip({ state }: { state: ImportState }) {
  return <Chip tone={LOOKS[state].tone}>{LOOKS[state].word}</Chip>;
}
