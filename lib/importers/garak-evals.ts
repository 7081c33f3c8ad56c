import { issueItem } from "./import-item";
import type { ImportItem } from "./importer";
import { countOf, type JsonObject, textOf } from "./json-value";
import { visibleText } from "./visible-text";

/** Counts the scores of the attempts as garak does, and says where its own counts are others. */
export type GarakEvals = {
  add(probe: string, scores: Readonly<Record<string, number | null>>): void;
  items(evals: readonly JsonObject[], file: string): ImportItem[];
};

type Counts = { passed: number; evaluated: number };

export function createGarakEvals(threshold: number): GarakEvals {
  const held = new Map<string, Counts>();
  return {
    add(probe, scores) {
      for (const [detector, score] of Object.entries(scores)) {
        const key = `${probe}\n${detector}`;
        const counts = held.get(key) ?? { passed: 0, evaluated: 0 };
        held.set(key, counts);
        if (score === null) continue;
        counts.evaluated += 1;
        if (score < threshold) counts.passed += 1;
      }
    },
    items: (evals, file) =>
      [...summed(evals)].flatMap(([key, said]) => {
        const counts = held.get(key) ?? { passed: 0, evaluated: 0 };
        // Up to 0.12 `total` counts answers that nobody could judge, too.
        const agrees =
          said.passed === counts.passed && (said.loose || said.evaluated === counts.evaluated);
        if (agrees) return [];
        const [probe, detector] = key.split("\n").map((name) => visibleText(name, 100));
        const message = `${probe}, ${detector}: the report counts ${said.passed} of ${said.evaluated} answers as passed; its attempts hold ${counts.passed} of ${counts.evaluated}.`;
        return [issueItem("warning", "counts-disagree", message, { file })];
      }),
  };
}

/** Aggregated reports have one entry a run. */
function summed(evals: readonly JsonObject[]): ReadonlyMap<string, Counts & { loose: boolean }> {
  const sums = new Map<string, Counts & { loose: boolean }>();
  for (const entry of evals) {
    const probe = textOf(entry["probe"]);
    // Old versions write `detector mitigation.X`.
    const detector = textOf(entry["detector"])?.replace(/^detector /, "");
    const passed = countOf(entry["passed"]);
    const evaluated = countOf(entry["total_evaluated"]);
    const total = evaluated ?? countOf(entry["total"]);
    if (probe === undefined || detector === undefined || passed === undefined) continue;
    if (total === undefined) continue;
    const key = `${probe}\n${detector}`;
    const sum = sums.get(key) ?? { passed: 0, evaluated: 0, loose: false };
    sum.passed += passed;
    sum.evaluated += total;
    sum.loose ||= evaluated === undefined;
    sums.set(key, sum);
  }
  return sums;
}
