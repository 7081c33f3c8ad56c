import type { VerdictCode } from "@/lib/reports/arm-report";
import { Chip, type Tone } from "./chip";

const TONES: Record<VerdictCode, Tone> = { PASS: "good", FAIL: "bad", INCOMPLETE: "quiet" };

export function VerdictChip({ code }: { code: VerdictCode }) {
  return <Chip tone={TONES[code]}>{code}</Chip>;
}
