import type { VerdictCode } from "@/lib/reports/arm-report";
import { Chip, type Tone } from "./chip";

const TONES: Record<VerdictCode, Tone> = { PASS: "good", FAIL: "bad", INCOMPLETE: "quiet" };

/** `doubtful`: cautions stand beside it, under which a PASS is no good news. */
export function VerdictChip({ code, doubtful = false }: { code: VerdictCode; doubtful?: boolean }) {
  return <Chip tone={doubtful && code === "PASS" ? "warn" : TONES[code]}>{code}</Chip>;
}
