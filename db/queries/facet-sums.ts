import type { EpisodeFilter } from "./episode-filter";

/** By what the list can be narrowed with counts. `alarm` has the values "yes" and "no". */
export const FACET_NAMES = [
  "termination",
  "outcome",
  "arm",
  "attack",
  "tool",
  "decision",
  "marker",
  "alarm",
] as const;
export type FacetName = (typeof FACET_NAMES)[number];

/** Episodes by a value, most first; those of a call overlap. */
export type FacetValue = { value: string; count: number };

/** Without those that the filter fixes to one value. */
export type Facets = Partial<Record<FacetName, FacetValue[]>>;

/** Sums counts by the values of some facets. */
export class FacetSums<Name extends FacetName> {
  readonly #sums: Map<Name, Map<string, number>>;
  total = 0;

  constructor(names: readonly Name[]) {
    this.#sums = new Map(names.map((name) => [name, new Map<string, number>()]));
  }

  /** Episodes that have all these values and none of which came before. */
  add(values: Readonly<Record<Name, string>>, count: number): void {
    this.total += count;
    for (const name of this.#sums.keys()) this.addTo(name, values[name], count);
  }

  addTo(name: Name, value: string, count: number): void {
    const sums = this.#sums.get(name);
    sums?.set(value, (sums.get(value) ?? 0) + count);
  }

  facets(): Facets {
    return Object.fromEntries(
      [...this.#sums].map(([name, sums]) => [
        name,
        [...sums]
          .map(([value, count]) => ({ value, count }))
          .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
      ]),
    );
  }
}

/** A filter that fixes a value leaves nothing to choose by it. */
export function withoutFixed(facets: Facets, filter: EpisodeFilter): Facets {
  return Object.fromEntries(
    FACET_NAMES.flatMap((name) => {
      const found = facets[name];
      return filter[name] !== undefined || found === undefined ? [] : [[name, found]];
    }),
  );
}
