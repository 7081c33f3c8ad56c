import { integer, outOf, percent, points } from "@/lib/format/numbers";
import { upperFirst } from "@/lib/format/upper-first";
import type { Refusal } from "@/lib/reports/comparison-report";

export type NamedFigure = { name: string; figure: string };

/** Counts that are read together: the first of the second. */
const PAIRS: readonly { name: string; count: string; of: string }[] = [
  { name: "Aborted in the candidate", count: "candidateAborted", of: "candidateStarted" },
  { name: "Aborted in the baseline", count: "baselineAborted", of: "baselineStarted" },
  {
    name: "Without a witness in the candidate",
    count: "candidateWithoutWitness",
    of: "candidateStarted",
  },
  {
    name: "Without a witness in the baseline",
    count: "baselineWithoutWitness",
    of: "baselineStarted",
  },
  { name: "Outcome not told in the candidate", count: "candidateUntold", of: "candidateStarted" },
  { name: "Outcome not told in the baseline", count: "baselineUntold", of: "baselineStarted" },
  {
    name: "Common cases without a finished episode in an arm",
    count: "lostCases",
    of: "commonCases",
  },
];

/** Names that say more than their key, and figures that are not plain counts. */
const THRESHOLDS: Record<string, { name: string; figure?: (value: number) => string }> = {
  margin: { name: "Allowed difference", figure: (value) => `± ${points(value * 100)} points` },
  alpha: { name: "Level of each one-sided test", figure: (value) => percent(value) },
  maxAbortRate: {
    name: "Most aborted episodes, and lost cases",
    figure: (value) => percent(value),
  },
  leastCases: { name: "Least cases in each arm, without any abort" },
  missing: { name: "Planned episodes that may be missing" },
  refused: { name: "Records that may be refused" },
  interrupted: { name: "Campaigns that may be interrupted" },
};

/** Figures whose key does not say what is counted. */
const FOUND: Record<string, string> = {
  candidateRetries: "Retries seen in the candidate",
  baselineRetries: "Retries seen in the baseline",
  toolsOfOtherRoles: "Tools called whose roles differ",
  candidateRefused: "Records refused of the candidate's campaigns",
  baselineRefused: "Records refused of the baseline's campaigns",
  candidateInterrupted: "Interrupted campaigns of the candidate",
  baselineInterrupted: "Interrupted campaigns of the baseline",
};

/** What was found: counts of one thing as "14 of 42", the others by name; nothing is left out. */
export function foundFigures({ figures }: Pick<Refusal, "figures">): NamedFigure[] {
  const pairs = PAIRS.flatMap(({ name, count, of }) => {
    const [part, whole] = [figures[count], figures[of]];
    return part === undefined || whole === undefined
      ? []
      : [{ name, figure: outOf(part, whole), keys: [count, of] }];
  });
  const told = new Set(pairs.flatMap(({ keys }) => keys));
  return [
    ...pairs.map(({ name, figure }) => ({ name, figure })),
    ...Object.entries(figures)
      .filter(([key]) => !told.has(key))
      .map(([key, value]) => ({ name: FOUND[key] ?? words(key), figure: integer(value) })),
  ];
}

/** What it was held against, in the order of the report. */
export function thresholdFigures({ thresholds }: Pick<Refusal, "thresholds">): NamedFigure[] {
  return Object.entries(thresholds).map(([key, value]) => {
    const known = THRESHOLDS[key];
    return {
      name: known?.name ?? words(key),
      figure: known?.figure === undefined ? integer(value) : known.figure(value),
    };
  });
}

/** "candidateMaxRetries" as a person reads it: "Candidate max retries". */
function words(key: string): string {
  const spaced = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return upperFirst(spaced);
}
