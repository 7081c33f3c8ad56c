import { pValue } from "@/lib/format/measurement";
import { lowerFirst } from "@/lib/format/sentences";
import type { SeriesFigures, SeriesRepeat } from "./series-report";

/** Level at which drift or a repeat counts as unsteady (methods.md 7). */
const LEVEL = 0.05;

/** What a run order can tell; A is the candidate. */
export function orderSentence(order: string): string {
  const ran = `Run in the order ${order.split("").join(", ")} (A the candidate, B the baseline)`;
  if (order === "ABBA" || order === "BAAB") {
    return `${ran}: a drift that is linear over the run cancels from the difference, any other does not.`;
  }
  if (/^(A+B+|B+A+)$/.test(order)) {
    return `${ran}: all of one arm ran before the other, so drift and arm cannot be told apart.`;
  }
  return `${ran}: only A, B, B, A or B, A, A, B is taken apart; in this order drift and arm are not told apart.`;
}

/** "The setup did not hold still: …" when drift or a repeat is beyond chance; else null. */
export function unsteadyWarning(metrics: readonly SeriesFigures[]): string | null {
  const found = metrics.flatMap(({ label, drift, repeats }) => [
    ...(drift.p <= LEVEL ? [`${lowerLabel(label)} drifted over the run (${pValue(drift.p)})`] : []),
    ...repeats
      .filter(({ test }) => test.p <= LEVEL)
      .map(
        ({ side, test }) =>
          `${lowerLabel(label)} differs between the ${side}'s two campaigns (${pValue(test.p)})`,
      ),
  ]);
  return found.length === 0 ? null : `The setup did not hold still: ${found.join("; ")}.`;
}

/** "Attack success (ASR)" as it stands within a sentence. */
function lowerLabel(label: string): string {
  return lowerFirst(label.replace(/ \(.*\)$/, ""));
}

/** Identical repeats at temperature 0 prove less than they seem to. */
export function identicalNote(
  metrics: readonly SeriesFigures[],
  repeats: readonly SeriesRepeat[],
  atTemperatureZero: boolean,
): string | null {
  const sameFigures = metrics.every(({ repeats: pairs }) =>
    pairs.every(({ difference, test }) => difference === 0 && test.differingCases === 0),
  );
  const sameEpisodes = repeats.every(({ sameOutcome }) => sameOutcome?.share === 1);
  if (!atTemperatureZero || repeats.length === 0 || !sameFigures || !sameEpisodes) return null;
  return "The repeats are identical, and the model ran at temperature 0: evidence of repeatability, not of precision.";
}
