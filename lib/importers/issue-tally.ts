import type { ImportItem, Issue, Place } from "./importer";

/** Kinds of one issue that are told one by one; beyond it, only their number is. */
const MAX_KINDS = 1000;

type Entry = { severity: Issue["severity"]; code: string; count: number; first: Place };
type Sentence = (count: number) => string;

/**
 * Gathers what would be said again on every line into one issue with its count and first place.
 * A file can invent as many kinds as it has bytes, so no more than MAX_KINDS are kept.
 */
export type IssueTally = {
  add(severity: Issue["severity"], code: string, kind: string, place: Place, say: Sentence): void;
  items(): ImportItem[];
};

export function createIssueTally(): IssueTally {
  const entries = new Map<string, Entry & { say: Sentence }>();
  let untold = 0;
  let firstUntold: Place | null = null;
  return {
    add(severity, code, kind, place, say) {
      const key = `${code}\n${kind}`;
      const entry = entries.get(key);
      if (entry) entry.count += 1;
      else if (entries.size < MAX_KINDS) {
        entries.set(key, { severity, code, count: 1, first: place, say });
      } else {
        untold += 1;
        firstUntold ??= place;
      }
    },
    items() {
      const items: ImportItem[] = [...entries.values()].map(
        ({ severity, code, count, first, say }) => ({
          kind: "issue",
          issue: { severity, code, message: say(count), place: first },
        }),
      );
      if (firstUntold !== null) {
        const message = `${untold} further warnings of other kinds were not listed one by one.`;
        const issue: Issue = {
          severity: "warning",
          code: "more-warnings",
          message,
          place: firstUntold,
        };
        items.push({ kind: "issue", issue });
      }
      return items;
    },
  };
}
