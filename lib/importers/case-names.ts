import { sha256OfText } from "./sha256";

/**
 * Names of cases, when a file gives names that may stand for several. `note` is called for every row
 * before the first `keyOf`; a name that met one identity alone is the key, any other is made distinct by
 * the beginning of its identity's hash. So the key of a case does not depend on the order of the file.
 */
export type CaseNames = {
  note(name: string, identity: string): void;
  keyOf(name: string, identity: string): string;
};

export function createCaseNames(): CaseNames {
  /** The one identity of a name; null once it met another. */
  const seen = new Map<string, string | null>();
  return {
    note(name, identity) {
      const known = seen.get(name);
      if (known === undefined) seen.set(name, identity);
      else if (known !== identity) seen.set(name, null);
    },
    keyOf: (name, identity) =>
      seen.get(name) === identity ? name : `${name} (${identity.slice(0, 12)})`,
  };
}

/** SHA-256, hex, of a value of JSON with the names of its objects in order: equal values, equal hash. */
export function hashOfValue(value: unknown): string {
  return sha256OfText(JSON.stringify(ordered(value)) ?? "undefined");
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, ordered(item)]),
  );
}
