import { isObject, type JsonObject, listOf, textOf } from "./json-value";
import { type Judge } from "./inspect-options";
import { meets } from "./inspect-criterion";

/** A scorer and its value in one sample; null where it gave none (NaN, or no value at all). */
export type Score = { scorer: string; value: unknown; isEdited: boolean };

/**
 * The scores of a sample. A scorer that gives several values at once is taken apart, as `name.key`. The
 * single `score` of logs before 2024 has no name; it takes that of the log's first scorer.
 */
export function scoresOf(sample: JsonObject, firstScorer: string | null): Score[] {
  const { scores, score } = sample;
  const named: [string, unknown][] = isObject(scores)
    ? Object.entries(scores)
    : isObject(score)
      ? [[firstScorer ?? "score", score]]
      : [];
  return named.flatMap(([scorer, given]) => {
    if (!isObject(given)) return [];
    const isEdited = (listOf(given["history"])?.length ?? 0) > 0;
    const { value } = given;
    if (!isObject(value)) return [{ scorer, value: value ?? null, isEdited }];
    return Object.entries(value).map(([key, part]) => ({
      scorer: `${scorer}.${key}`,
      value: part ?? null,
      isEdited,
    }));
  });
}

/** What a judge says of the scores: null when its scorer is missing, gave no value, or an incomparable one. */
export function verdictOf(scores: readonly Score[], judge: Judge): boolean | null {
  const found = scores.find(({ scorer }) => scorer === judge.scorer);
  return found === undefined || found.value === null ? null : meets(judge.criterion, found.value);
}

/** The name of the first scorer that a log's header lists; null when there is none. */
export function firstScorerOf(header: JsonObject): string | null {
  const results = isObject(header["results"]) ? header["results"] : {};
  const spec = isObject(header["eval"]) ? header["eval"] : {};
  const lists = [listOf(results["scores"]), listOf(spec["scorers"])];
  const names = lists.flatMap((list) =>
    (list ?? []).map((item) => (isObject(item) ? textOf(item["name"]) : undefined)),
  );
  return names.find((name) => name !== undefined) ?? null;
}
