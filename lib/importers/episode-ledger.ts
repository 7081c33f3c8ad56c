/**
 * Remembers which (arm, case, replica) came first and where, in some ten bytes an episode.
 * `enter` gives the place of the earlier episode of this cell, or null when this is the first.
 */
export type EpisodeLedger<Where> = {
  enter(arm: string, caseKey: string, replica: number, where: Where): Where | null;
};

/** Replicas up to this are the indexes of a list; what a list cannot hold tightly stands apart. */
const MAX_LISTED = 4096;
/** More names than memory could hold: a pair of two of their numbers is one whole number. */
const MAX_NAMES = 2 ** 26;

export function createEpisodeLedger<Where>(): EpisodeLedger<Where> {
  const numbers = new Map<string, number>();
  const listed = new Map<number, (Where | undefined)[]>();
  const apart = new Map<string, Where>();
  // Arms and cases recur, so a cell is named by their numbers, not by their keys.
  const numberOf = (key: string) => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  return {
    enter(arm, caseKey, replica, where) {
      const pair = numberOf(`a${arm}`) * MAX_NAMES + numberOf(`c${caseKey}`);
      if (replica > MAX_LISTED) {
        const cell = `${pair}/${replica}`;
        const earlier = apart.get(cell);
        if (earlier === undefined) apart.set(cell, where);
        return earlier ?? null;
      }
      const replicas = listed.get(pair) ?? [];
      const earlier = replicas[replica];
      if (earlier !== undefined) return earlier;
      if (replicas.length === 0) listed.set(pair, replicas);
      replicas[replica] = where;
      return null;
    },
  };
}
