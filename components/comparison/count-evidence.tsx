import { differenceLimits } from "@/lib/format/measurement";
import { outOf, percent, points, signedPoints } from "@/lib/format/numbers";
import type { Policy } from "@/lib/domain/policy";
import type { CountLine, GateFinding } from "@/lib/metrics/parity/compare-counts";

const FINDINGS: Record<GateFinding, { word: string; ink: string }> = {
  ok: { word: "alike", ink: "text-ok" },
  bad: { word: "differs", ink: "text-damage-ink" },
  unclear: { word: "cannot tell", ink: "text-exposure-ink" },
};

/** The evidence of a gate that counts what is missing: counts, their difference, its interval, the finding. */
export function CountEvidence({
  line,
  started,
  policy,
}: {
  line: CountLine;
  started: { candidate: number; baseline: number };
  policy: Pick<Policy, "margin" | "alpha">;
}) {
  const { word, ink } = FINDINGS[line.finding];
  const interval =
    line.lo === null || line.hi === null
      ? "no interval with a single case"
      : `${differenceLimits({ lo: line.lo, hi: line.hi }, "share")} (${percent(1 - 2 * policy.alpha)})`;
  return (
    <p className="text-ink-2">
      {outOf(line.candidateCount, started.candidate)} ({percent(line.candidateRate)}) against{" "}
      {outOf(line.baselineCount, started.baseline)} ({percent(line.baselineRate)}):{" "}
      {signedPoints(line.difference)}, {interval}; allowed is ± {points(policy.margin * 100)}{" "}
      points. <b className={`font-semibold ${ink}`}>{word}</b>
    </p>
  );
}
