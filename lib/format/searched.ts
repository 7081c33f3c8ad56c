import { integer, plural } from "./numbers";

/** A count of episodes that may have ended at a bound: "1 episode", "at least 10,024 episodes". */
export function episodesCounted(count: number, exact: boolean): string {
  return exact ? plural(count, "episode") : `at least ${plural(count, "episode")}`;
}

/** The same beside a value: "12", "12+". */
export function countOrMore(count: number, exact: boolean): string {
  return exact ? integer(count) : `${integer(count)}+`;
}

/** What a list of episodes holds, as a sentence. `all` is how many the project has; `filtered`: not all. */
export function listSentence(
  found: { total: number; exact: boolean; searched: { episodes: number; of: number } },
  all: number,
  filtered: boolean,
): string {
  const { total, exact, searched } = found;
  if (!filtered) return `${plural(all, "episode")}, newest imported campaign first.`;
  if (exact) {
    const verb = total === 1 ? "matches" : "match";
    return `${plural(total, "episode")} of ${integer(all)} ${verb} the filter, newest imported campaign first.`;
  }
  return `${searchedSentence(searched)} ${integer(total)} of them ${total === 1 ? "matches" : "match"}; the counts below are of these.`;
}

/** How far a search has come: "The newest 40,000 of 1,000,000 episodes were searched." */
export function searchedSentence({ episodes, of }: { episodes: number; of: number }): string {
  return `The newest ${integer(episodes)} of ${plural(of, "episode")} were searched.`;
}
