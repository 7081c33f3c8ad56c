import { isTableDigests, type TableDigests } from "./campaign-manifest";
import { canonicalJson } from "./canonical-json";
import { isObject } from "./json-object";

/** What is left of a campaign whose content was dropped. Digests are SHA-256 in hexadecimal. */
export type Remains = {
  v: 1;
  campaign: string;
  /** Of the manifest that it was sealed with. */
  manifest: string;
  /** The form of the rows that digests are over. */
  form: number;
  episodes: number;
  /** Of the tree of leaves over each record's digest and what remains of the rows that were derived from it. */
  root: string;
  /** Of the campaign's own tables that lost texts, as they are since; the others are as they were sealed. */
  tables: TableDigests;
};

export function remainsText(remains: Remains): string {
  return canonicalJson(remains);
}

/**
 * Null for what is no such text, or is not canonical.
 *
 * @param emptied the tables that lose texts: it tells of these alone, lest it speak for one that has to be as
 *   it was sealed
 */
export function readRemains(text: string, emptied: readonly string[]): Remains | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRemains(value) || canonicalJson(value) !== text) return null;
    const told = Object.keys(value.tables);
    return told.length === emptied.length && told.every((name) => emptied.includes(name))
      ? value
      : null;
  } catch {
    return null;
  }
}

function isRemains(value: unknown): value is Remains {
  if (!isObject(value) || value["v"] !== 1) return false;
  return (
    ["campaign", "manifest", "root"].every((name) => typeof value[name] === "string") &&
    ["form", "episodes"].every((name) => Number.isInteger(value[name])) &&
    isTableDigests(value["tables"])
  );
}
