import { readManifest, type CampaignManifest } from "./campaign-manifest";
import { isObject } from "./json-object";
import type { Inclusion, ProofBundle } from "./proof-bundle";

/**
 * What stands on the first line of the proof of an export. Each line behind it is about the line of the
 * export at the same place: its first, its second, and so on.
 */
export type ExportProofHead = {
  format: "aftermath-export-proof/1";
  /** How the campaign was sealed, and its way to the checkpoint. */
  campaign: ProofBundle;
  /** The leaves of the log up to that checkpoint: an older one that somebody kept is held against them. */
  log: string[];
};

/** One record of the export. Digests are SHA-256 in hexadecimal, `record` of its bytes. */
export type ProvenRecord =
  /** One of the campaign's own, with its number among them. */
  | { kind: "own"; no: number; type: string; bytes: number; record: string }
  /** An episode; `derived` is of the rows that were made of it. */
  | { kind: "episode"; record: string; derived: string };

export type ExportProof = {
  head: ExportProofHead;
  manifest: CampaignManifest;
  /** Null for a line that is none. */
  records: AsyncGenerator<ProvenRecord | null>;
};

export function headLine(campaign: ProofBundle, log: string[]): string {
  const head: ExportProofHead = { format: "aftermath-export-proof/1", campaign, log };
  return `${JSON.stringify(head)}\n`;
}

export function recordLine(record: ProvenRecord): string {
  const { kind: _kind, ...rest } = record;
  return `${JSON.stringify(rest)}\n`;
}

/** @returns null for lines that are no proof of an export */
export async function readExportProof(lines: AsyncIterable<string>): Promise<ExportProof | null> {
  const rest = lines[Symbol.asyncIterator]();
  const first = await rest.next();
  const head: unknown = first.done === true ? null : parsed(first.value);
  if (!isHead(head)) return null;
  const manifest = readManifest(head.campaign.manifest);
  return manifest === null ? null : { head, manifest, records: recordsOf(rest) };
}

async function* recordsOf(lines: AsyncIterator<string>): AsyncGenerator<ProvenRecord | null> {
  for (let next = await lines.next(); next.done !== true; next = await lines.next())
    yield readRecord(parsed(next.value));
}

function readRecord(value: unknown): ProvenRecord | null {
  if (!isObject(value) || !isDigest(value["record"])) return null;
  const { record, derived, no, type, bytes } = value;
  if (isDigest(derived)) return { kind: "episode", record, derived };
  const isOwn = isNumber(no) && isNumber(bytes) && typeof type === "string";
  return isOwn ? { kind: "own", no, type, bytes, record } : null;
}

/**
 * What stands before the bytes of one of the campaign's own records in the digest that the manifest has of
 * them: its row as Postgres writes it in the binary form of COPY (its manual, "COPY", file formats).
 */
export function ownRowHead(
  { project, campaign }: Pick<CampaignManifest, "project" | "campaign">,
  { no, type, bytes }: Extract<ProvenRecord, { kind: "own" }>,
): Uint8Array {
  const fields = [uuid(project), uuid(campaign), int32(no), Buffer.from(type)];
  const count = Buffer.of(0, fields.length + 1);
  return Buffer.concat([
    count,
    ...fields.flatMap((field) => [int32(field.length), field]),
    int32(bytes),
  ]);
}

function uuid(text: string): Buffer {
  return Buffer.from(text.replaceAll("-", ""), "hex");
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is ExportProofHead {
  return (
    isObject(value) &&
    value["format"] === "aftermath-export-proof/1" &&
    isCampaignProof(value["campaign"]) &&
    isDigests(value["log"])
  );
}

function isCampaignProof(value: unknown): value is ProofBundle {
  return (
    isObject(value) &&
    value["format"] === "aftermath-proof/1" &&
    value["episode"] === null &&
    ["manifest", "entry"].every((name) => typeof value[name] === "string") &&
    ["checkpoint", "publicKey"].every(
      (name) => value[name] === null || typeof value[name] === "string",
    ) &&
    isInclusion(value["log"])
  );
}

function isInclusion(value: unknown): value is Inclusion {
  return (
    isObject(value) &&
    isNumber(value["index"]) &&
    isNumber(value["size"]) &&
    isDigests(value["path"])
  );
}

function isDigests(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isDigest);
}

function isDigest(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/** One that fits a column of the database: not negative, four bytes. */
function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}
