import { createHash, type Hash } from "node:crypto";
import type { CampaignManifest } from "./campaign-manifest";
import { isSignedBy, readCheckpointBody, readNote, readVerifierKey } from "./checkpoint";
import { ownRowHead, type ExportProof, type ProvenRecord } from "./export-proof";
import { fromHex, hex } from "./hex";
import { leafMaker } from "./leaf";
import { LineDigests, type LineDigest } from "./line-digests";
import { GrowingTree, leafHash, rootOf } from "./merkle-tree";
import { same } from "./proof";
import { checkProof } from "./proof-bundle";

/** A record as a person finds it: an episode by its `seq`, one of the campaign's own by number and type. */
export type RecordName = { seq: number } | { no: number; type: string };

/** The first place at which the file is not what was sealed. Lines count from 1. */
export type Difference =
  /** Other bytes stand where the record was sealed. */
  | { kind: "changed"; line: number; of: RecordName }
  | { kind: "missing"; line: number; of: RecordName }
  /** A record that was not sealed stands before it. */
  | { kind: "added"; line: number; of: RecordName }
  | { kind: "swapped"; line: number; of: RecordName; and: RecordName }
  /** The file breaks off within it. */
  | { kind: "torn"; line: number; of: RecordName }
  /** The file ends before it, at the end of the line before. */
  | { kind: "ends"; line: number; of: RecordName }
  /** Every record is there, and more. */
  | { kind: "more"; line: number };

export const PROOF_FAULTS = {
  lines: "The proof has a line that is none of a proof, or in another order than an export has.",
  tree: "The proof's digests do not make the root that was sealed: the proof was changed, or what is stored had been before it was exported.",
  own: "The campaign's own records do not make the digest that was sealed.",
  manifest: "The manifest is not the one that the entry of the log has the digest of.",
  unsigned:
    "The log was not signed as far as the campaign: there is no checkpoint to hold it against.",
  log: "The entry that sealed the campaign is not in the log of the checkpoint.",
  key: "The public key is none.",
  signature: "The checkpoint is not signed by the public key.",
  "kept-none": "The kept checkpoint is no signed checkpoint.",
  "kept-signature": "The kept checkpoint is not signed by the public key.",
  "kept-other": "The kept checkpoint is of another log.",
  "kept-older":
    "The kept checkpoint is older than the entry that sealed the campaign, so that it says nothing of it.",
  "kept-newer":
    "The kept checkpoint is newer than the proof: export again for a proof that reaches as far.",
  "kept-rewritten":
    "The kept checkpoint has another root than the proof's log had at its length: its past was rewritten.",
} as const satisfies Record<string, string>;

export type ProofFault = keyof typeof PROOF_FAULTS;

export type ExportCheck = {
  /** Records of the file that are those that were sealed, and how many of them are episodes. */
  records: number;
  episodes: number;
  difference: Difference | null;
  faults: ProofFault[];
  /** By whose key, and how many entries the log has that the proof is for; null: it was not signed. */
  checkpoint: { size: number; origin: string; publicKey: string } | null;
  /** How many entries the kept checkpoint is of; null: none was given, or it is none. */
  kept: number | null;
};

/** What the check is held to besides the proof. */
export type Held = {
  /** Whose signature counts; null: the key that the proof names. */
  key: string | null;
  /** A checkpoint that was kept elsewhere. */
  kept: string | null;
};

/**
 * Holds a campaign that was exported as records against its proof, and the proof against the checkpoint.
 * The file is read to its first difference; memory does not grow with it.
 */
export async function checkExport(
  file: AsyncIterable<Uint8Array>,
  proof: ExportProof,
  { key, kept }: Held,
): Promise<ExportCheck> {
  const publicKey = key ?? proof.head.campaign.publicKey;
  const records = await checkRecords(file, proof);
  const head = checkHead(proof, publicKey);
  const held = kept === null ? null : checkKept(proof, kept, publicKey);
  return {
    ...records,
    faults: [...records.faults, ...head.faults, ...(held?.faults ?? [])],
    checkpoint: head.checkpoint,
    kept: held?.size ?? null,
  };
}

async function checkRecords(file: AsyncIterable<Uint8Array>, proof: ExportProof) {
  const lines = new LineDigests(file);
  const sealed = new SealedRecords(proof);
  const matched = { records: 0, episodes: 0 };
  let difference: Difference | null = null;
  let at = await sealed.next();
  while (at !== null) {
    const of = sealed.nameOf(at);
    const row = sealed.add(at);
    const following = await sealed.next();
    if (difference === null) {
      const line = await lines.next(row);
      if (line !== null && isRecord(line, at)) {
        matched.records += 1;
        if (at.kind === "episode") matched.episodes += 1;
      } else {
        const next = following === null ? null : { ...following, of: sealed.nameOf(following) };
        const seen = { line, after: line === null ? null : await lines.next() };
        difference = differenceAt({ line: matched.records + 1, of }, { ...at, next }, seen);
      }
    }
    at = following;
  }
  if (difference === null && (await lines.next()) !== null)
    difference = { kind: "more", line: matched.records + 1 };
  return { ...matched, difference, faults: sealed.faults(difference === null) };
}

/** The length of one of the campaign's own is part of its row: it has to be that of the line. */
function isRecord(line: LineDigest, at: ProvenRecord): boolean {
  const isLong = at.kind === "episode" || at.bytes === line.bytes;
  return line.isWhole && line.sha256 === at.record && isLong;
}

/** What the line says by what stands on it and behind it, and by what should. */
function differenceAt(
  at: { line: number; of: RecordName },
  sealed: { record: string; next: { record: string; of: RecordName } | null },
  { line, after }: { line: LineDigest | null; after: LineDigest | null },
): Difference {
  if (line === null) return { kind: "ends", ...at };
  const isBehind = after?.sha256 === sealed.record;
  if (sealed.next !== null && line.sha256 === sealed.next.record)
    return isBehind ? { kind: "swapped", ...at, and: sealed.next.of } : { kind: "missing", ...at };
  if (isBehind) return { kind: "added", ...at };
  return { kind: line.isWhole ? "changed" : "torn", ...at };
}

/** What the proof says was sealed, record by record, gathered to the digests of the manifest. */
class SealedRecords {
  readonly #manifest: CampaignManifest;
  readonly #records: ExportProof["records"];
  readonly #leafOf: ReturnType<typeof leafMaker>;
  readonly #tree = new GrowingTree();
  readonly #own = createHash("sha256");
  #ownRows = 0;
  #hasEnded = false;
  #isSound = true;

  constructor({ manifest, records }: ExportProof) {
    [this.#manifest, this.#records] = [manifest, records];
    const { campaign: campaignId, importer } = manifest;
    const by = { importer: importer.id, importerVersion: importer.version };
    this.#leafOf = leafMaker({ campaignId, ...by });
  }

  /** Null behind the last one, and at a line that is none. */
  async next(): Promise<ProvenRecord | null> {
    const next = await this.#records.next();
    if (next.done === true) return null;
    if (next.value === null) this.#isSound = false;
    return next.value;
  }

  nameOf(record: ProvenRecord): RecordName {
    return record.kind === "own"
      ? { no: record.no, type: record.type }
      : { seq: this.#tree.size + 1 };
  }

  /** @returns what its bytes belong behind in the digest of the campaign's own; null for an episode */
  add(record: ProvenRecord): Hash | null {
    // In the order of an export: the campaign's own, the episodes, and `end`.
    this.#isSound &&= !this.#hasEnded;
    if (record.kind === "episode") {
      const digests = { record: fromHex(record.record), derived: fromHex(record.derived) };
      this.#tree.add(this.#leafOf({ seq: this.#tree.size + 1, ...digests }));
      return null;
    }
    this.#hasEnded = record.type === "end";
    this.#isSound &&= this.#hasEnded || this.#tree.size === 0;
    this.#ownRows += 1;
    return this.#own.update(ownRowHead(this.#manifest, record));
  }

  /** @param isAllRead whether the bytes of every record of the campaign's own were read */
  faults(isAllRead: boolean): ProofFault[] {
    const { episodes, root, tables } = this.#manifest;
    const faults: ProofFault[] = [];
    if (!this.#isSound) faults.push("lines");
    if (this.#tree.size !== episodes || !same(this.#tree.root(), fromHex(root)))
      faults.push("tree");
    const own = tables["records"];
    const isOwn = own?.rows === this.#ownRows && own.sha256 === this.#own.digest("hex");
    if (isAllRead && !isOwn) faults.push("own");
    return faults;
  }
}

/** That the manifest is sealed in the log, and the log signed. */
function checkHead({ head }: ExportProof, publicKey: string | null) {
  const { campaign, log } = head;
  const checked = checkProof({ ...campaign, publicKey }, null);
  const faults: ProofFault[] = [];
  if (!checked.manifest) faults.push("manifest");
  const note = campaign.checkpoint === null ? null : readNote(campaign.checkpoint);
  const checkpoint = note === null ? null : readCheckpointBody(note.body);
  if (checkpoint === null || publicKey === null) {
    faults.push("unsigned");
    return { faults, checkpoint: null };
  }
  const isWhole =
    log.length === checkpoint.size &&
    same(rootOf(log.map(fromHex)), checkpoint.root) &&
    log[campaign.log.index] === hex(leafHash(campaign.entry));
  if (checked.log !== true || !isWhole) faults.push("log");
  if (readVerifierKey(publicKey) === null) faults.push("key");
  else if (checked.signature !== true) faults.push("signature");
  return { faults, checkpoint: { size: checkpoint.size, origin: checkpoint.origin, publicKey } };
}

/** That the log of the proof begins with the one that somebody kept, and that one with the campaign. */
function checkKept({ head }: ExportProof, text: string, publicKey: string | null) {
  const note = readNote(text);
  const kept = note === null ? null : readCheckpointBody(note.body);
  if (note === null || kept === null) return { faults: ["kept-none" as const], size: null };
  const { size, origin, root } = kept;
  const faults: ProofFault[] = [];
  const key = publicKey === null ? null : readVerifierKey(publicKey);
  if (key === null || !isSignedBy(note, key)) faults.push("kept-signature");
  if (origin !== originOf(head.campaign.checkpoint)) faults.push("kept-other");
  else if (size <= head.campaign.log.index) faults.push("kept-older");
  else if (size > head.log.length) faults.push("kept-newer");
  else if (!same(rootOf(head.log.slice(0, size).map(fromHex)), root)) faults.push("kept-rewritten");
  return { faults, size };
}

function originOf(checkpoint: string | null): string | null {
  const note = checkpoint === null ? null : readNote(checkpoint);
  return (note === null ? null : readCheckpointBody(note.body)?.origin) ?? null;
}
