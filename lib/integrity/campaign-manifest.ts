import { canonicalJson } from "./canonical-json";
import { isObject } from "./json-object";

/** What a campaign was when it was sealed. Digests are SHA-256 in hexadecimal. */
export type CampaignManifest = {
  v: 1;
  campaign: string;
  project: string;
  key: string;
  /** Of the source as it came. */
  fingerprint: string;
  import: { id: string; refused: number; recoded: number; warnings: number };
  importer: { id: string; version: number; options: Readonly<Record<string, string>> };
  /** The version of the scoring rules, and the form of the rows that digests are over. */
  scoring: number;
  form: number;
  episodes: number;
  /** Of the episodes' leaves. */
  root: string;
  /** The campaign's own rows. */
  tables: TableDigests;
};

/** By table: how many rows, and the digest of them. */
export type TableDigests = Readonly<Record<string, { rows: number; sha256: string }>>;

export function manifestText(manifest: CampaignManifest): string {
  return canonicalJson(manifest);
}

/** A manifest as it was written; null for what is none, or is not canonical. */
export function readManifest(text: string): CampaignManifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) && canonicalJson(value) === text ? value : null;
  } catch {
    return null;
  }
}

function isManifest(value: unknown): value is CampaignManifest {
  if (!isObject(value) || value["v"] !== 1) return false;
  const { import: from, importer, tables } = value;
  return (
    ["campaign", "project", "key", "fingerprint", "root"].every((name) => isText(value[name])) &&
    ["scoring", "form", "episodes"].every((name) => Number.isInteger(value[name])) &&
    isObject(from) &&
    isText(from["id"]) &&
    ["refused", "recoded", "warnings"].every((name) => Number.isInteger(from[name])) &&
    isObject(importer) &&
    isText(importer["id"]) &&
    Number.isInteger(importer["version"]) &&
    isObject(importer["options"]) &&
    isTableDigests(tables)
  );
}

export function isTableDigests(value: unknown): value is TableDigests {
  return (
    isObject(value) &&
    Object.values(value).every(
      (table) => isObject(table) && Number.isInteger(table["rows"]) && isText(table["sha256"]),
    )
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
