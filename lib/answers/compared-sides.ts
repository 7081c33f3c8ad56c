import { z } from "zod";
import { everyValue, oneValue } from "./query-values";

/** References of arms, each once; an empty field of a form names none. */
const references = everyValue.transform((values) => [
  ...new Set(values.filter((value) => value !== "")),
]);

/** The comparison as its address has it; a side that names several arms pools them. */
const querySchema = z.object({
  baseline: references,
  candidate: references,
  /** Further candidates, each by itself against the same baseline. */
  also: references,
  /** Arms ticked in the campaigns' table, before it is said which is which. */
  arm: references,
  /** Back to the choice, with what is chosen. */
  choose: oneValue.pipe(z.enum(["yes"]).optional().catch(undefined)),
});

export type CompareQuery = z.infer<typeof querySchema>;

export function compareQuery(query: Record<string, string | string[] | undefined>): CompareQuery {
  return querySchema.parse(query);
}

/** The arms that the address names; `state` says whether they make a comparison, or why not yet. */
export type ComparedSides<Choice> = {
  state: "complete" | "incomplete" | "unknown" | "on_both_sides";
  baseline: Choice[];
  candidate: Choice[];
  also: Choice[];
};

export function comparedSides<Choice extends { reference: string }>(
  query: Pick<CompareQuery, "baseline" | "candidate"> & Partial<Pick<CompareQuery, "also">>,
  choices: readonly Choice[],
): ComparedSides<Choice> {
  const find = (names: readonly string[]) =>
    names.flatMap((name) => choices.find(({ reference }) => reference === name) ?? []);
  const [baseline, candidate] = [find(query.baseline), find(query.candidate)];
  const also = find(query.also ?? []);
  const sides = { baseline, candidate, also };
  const found = baseline.length + candidate.length + also.length;
  if (found < query.baseline.length + query.candidate.length + (query.also ?? []).length) {
    return { state: "unknown", ...sides };
  }
  if (baseline.some((choice) => candidate.includes(choice) || also.includes(choice))) {
    return { state: "on_both_sides", ...sides };
  }
  const complete = baseline.length > 0 && candidate.length > 0;
  return { state: complete ? "complete" : "incomplete", ...sides };
}
