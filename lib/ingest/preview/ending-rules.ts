import type { PreviewTermination } from "@/lib/domain/import-preview";
import type { EpisodeRecord } from "@/lib/domain/records";
import { visibleText } from "@/lib/importers/visible-text";

/** A source can spell as many reasons as it has episodes. */
const MAX_RULES = 50;
const TOLD_RULES = 5;
const MAX_WORDS = 200;

type Rule = PreviewTermination["rules"][number];

export type EndingRules = {
  add(episode: EpisodeRecord): void;
  /** Most frequent first, and how many episodes have others. */
  told(): { rules: Rule[]; otherRules: number };
};

/** By which rules the episodes of one reason came to it. Rules that differ in a number only are one. */
export function createEndingRules(): EndingRules {
  const rules = new Map<string, Rule>();
  let episodes = 0;
  return {
    add({ terminationSource: source, terminationDetail }) {
      episodes += 1;
      const words = visibleText(terminationDetail ?? withoutWords(source), MAX_WORDS);
      const key = `${source} ${words.replaceAll(/\d+/g, "#")}`;
      const rule = rules.get(key);
      if (rule !== undefined) rule.episodes += 1;
      else if (rules.size < MAX_RULES) rules.set(key, { source, words, episodes: 1 });
    },
    told() {
      const told = [...rules.values()]
        .toSorted((a, b) => b.episodes - a.episodes)
        .slice(0, TOLD_RULES);
      const inThem = told.reduce((sum, rule) => sum + rule.episodes, 0);
      return { rules: told, otherRules: episodes - inThem };
    },
  };
}

function withoutWords(source: EpisodeRecord["terminationSource"]): string {
  return source === "recorded"
    ? "The source records it."
    : "It was inferred; the source does not say by which rule.";
}
