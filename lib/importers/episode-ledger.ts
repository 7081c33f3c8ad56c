/**
 * Remembers which (arm, case, replica) came first and where, in a few dozen bytes an episode.
 * `enter` gives the place of the earlier episode of this cell, or null when this is the first.
 */
export type EpisodeLedger<Where> = {
  enter(arm: string, caseKey: string, replica: number, where: Where): Where | null;
};

export function createEpisodeLedger<Where>(): EpisodeLedger<Where> {
  const numbers = new Map<string, number>();
  const cells = new Map<string, Where>();
  // Arms and cases recur, so a cell is named by their numbers, not by their keys.
  const numberOf = (key: string) => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  return {
    enter(arm, caseKey, replica, where) {
      const cell = `${numberOf(`a${arm}`)}/${numberOf(`c${caseKey}`)}/${replica}`;
      const earlier = cells.get(cell);
      if (earlier !== undefined) return earlier;
      cells.set(cell, where);
      return null;
    },
  };
}
