import type { Tally } from "@/lib/domain/tally";
import { total } from "@/lib/metrics/measuring/by-case";
import { aucOfCountedLengths, type CountedLength } from "@/lib/stats/auc-of-counted-lengths";
import type { PromptLengthFinding } from "./comparison-report";

/** Below these the figure says nothing (methods.md 5). */
const LEAST_EPISODES = 5;
const LEAST_CASES = 3;
/** From here on the aborts are said to fall on long prompts. */
const NOTEWORTHY = 0.7;

/** Whether an arm's aborts fall on long prompts, from first-request tokens of its common cases. */
export function promptLengthFinding(tallies: readonly Tally[]): PromptLengthFinding {
  const aborted = tallies.flatMap((tally) => tally.promptLengths.aborted);
  const finished = tallies.flatMap((tally) => tally.promptLengths.finished);
  if (total(tallies, (tally) => tally.aborted) === 0) {
    return { kind: "na", reason: "No episode was aborted." };
  }
  if (aborted.length + finished.length === 0) {
    return { kind: "na", reason: "The first request's tokens are not recorded." };
  }
  const counts = { aborted: episodesOf(aborted), finished: episodesOf(finished) };
  const cases = new Set(
    tallies.filter((tally) => tally.promptLengths.aborted.length > 0).map((tally) => tally.case),
  ).size;
  const auc = aucOfCountedLengths(aborted, finished);
  const few = counts.aborted < LEAST_EPISODES || counts.finished < LEAST_EPISODES;
  if (auc === null || few || cases < LEAST_CASES) {
    return {
      kind: "na",
      reason: `Too few to tell: it takes ${LEAST_EPISODES} aborted episodes in ${LEAST_CASES} cases and ${LEAST_EPISODES} finished ones that record it.`,
    };
  }
  const note =
    auc >= NOTEWORTHY
      ? "The aborts fall on long prompts: attack success describes the short cases."
      : null;
  return { kind: "value", auc, ...counts, note };
}

function episodesOf(lengths: readonly CountedLength[]): number {
  return lengths.reduce((sum, [, episodes]) => sum + episodes, 0);
}
