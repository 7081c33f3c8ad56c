import type { Transaction } from "@/lib/ingest/insert-rows";
import { SERVERS_CHECKPOINT } from "@/lib/ingest/kept-checkpoint";
import {
  isSignedBy,
  readCheckpointBody,
  readNote,
  readVerifierKey,
  verifierKey,
  type Checkpoint,
  type SignedAuditHead,
  type Verifier,
} from "@/lib/integrity/checkpoint";
import { headDifference } from "@/lib/integrity/head-difference";
import { logOrigin, readLogEntry, type LogEntry } from "@/lib/integrity/log-entry";
import { GrowingTree, leafHash, type Hash } from "@/lib/integrity/merkle-tree";
import { same } from "@/lib/integrity/proof";
import type { Finding } from "./finding";

/** What the log says of one campaign. */
export type LoggedCampaign = {
  sealed: Extract<LogEntry, { kind: "sealed" }> | null;
  emptied: Extract<LogEntry, { kind: "emptied" }> | null;
  deleted: Extract<LogEntry, { kind: "deleted" }> | null;
};

export type VerifiedLog = {
  size: number;
  root: Hash;
  /** Null: there is no log, or its first entry does not name it. */
  origin: string | null;
  /** When it began; null: no entry says so. */
  openedAt: string | null;
  /** Campaigns that were there before the log began, by id. */
  before: ReadonlySet<string>;
  campaigns: ReadonlyMap<string, LoggedCampaign>;
  /** What the checkpoints say of the audit log, each in its turn. */
  audited: SignedAuditHead[];
  /** How many checkpoints were held against it, and those of other keys among them. */
  checkpoints: number;
  foreign: number;
  findings: Finding[];
};

const NOT_LOGGED: LoggedCampaign = { sealed: null, emptied: null, deleted: null };

/** A checkpoint that is held against the log; `where` names it in a sentence. */
type Held = { where: string; checkpoint: Checkpoint };

const STEP = 2000;

export type LogInput = {
  /** A signed note that somebody kept elsewhere. */
  kept?: string | undefined;
  /** The checkpoint that the server keeps, or in one sentence why it cannot be read; null: it keeps none. */
  server?: Checkpoint | string | null | undefined;
  /** The key of this instance. Null: it is not here, so that each checkpoint is held to its own. */
  key: Verifier | null;
};

/**
 * Reads the log from its first entry, makes its tree anew and holds every checkpoint against it: each root
 * has to be the one that the log had at that size, which is what consistency between any two of them means.
 */
export async function verifyLog(
  tx: Transaction,
  { kept, server, key }: LogInput,
): Promise<VerifiedLog> {
  const findings: Finding[] = [];
  const wrong = (kind: Finding["kind"], message: string) =>
    findings.push({ kind, seq: null, message });
  const tree = new GrowingTree();
  const campaigns = new Map<string, LoggedCampaign>();
  const heads = new Map<number, Hash>([[0, tree.root()]]);
  let origin: string | null = null;
  let openedAt: string | null = null;
  let before: ReadonlySet<string> = new Set();
  const noted = await notedCheckpoints(tx, key, wrong);
  const all = [
    ...noted.held,
    ...(kept === undefined ? [] : keptCheckpoint(kept, key, wrong)),
    ...serversCheckpoint(server ?? null, wrong),
  ];
  const wanted = new Set(all.map(({ checkpoint }) => checkpoint.size));

  let next = 0;
  for await (const row of entries(tx)) {
    const entry = readLogEntry(row.body);
    if (row.idx !== next) wrong("log", misplaced(row.idx, next));
    next = row.idx + 1;
    if (!same(leafHash(row.body), row.leaf) || entry === null || entry.kind !== row.kind)
      wrong("log", `Entry ${row.idx} of the log is not what its digest is of.`);
    if (entry?.kind === "opened") {
      if (row.idx !== 0) wrong("log", `Entry ${row.idx} opens the log once more.`);
      else [origin, openedAt, before] = [logOrigin(entry.log), entry.at, new Set(entry.before)];
    } else if (entry !== null) {
      if (entry.campaign !== row.campaign)
        wrong("log", `Entry ${row.idx} of the log is filed under another campaign.`);
      const known = campaigns.get(entry.campaign) ?? NOT_LOGGED;
      // What was said first stands: whoever altered a campaign could seal it anew, and the log would only grow.
      if (known[entry.kind] === null)
        campaigns.set(entry.campaign, { ...known, [entry.kind]: entry });
      else
        wrong(
          "log",
          `Entry ${row.idx} of the log says once more that campaign ${entry.campaign} was ${entry.kind}.`,
        );
    }
    tree.add(leafHash(row.body));
    if (wanted.has(tree.size)) heads.set(tree.size, tree.root());
  }
  if (origin === null) wrong("log", "The log has no first entry that names it.");
  const log = { origin, size: tree.size, rootAt: (size: number) => heads.get(size) };
  for (const { where, checkpoint } of all) {
    const difference = headDifference(where, checkpoint, log);
    if (difference !== null) wrong("checkpoint", difference);
  }
  const audited = all.flatMap(({ where, checkpoint: { audit } }) =>
    audit === null ? [] : [{ ...audit, where }],
  );
  const { size } = tree;
  const counts = { checkpoints: all.length, foreign: noted.foreign };
  return {
    size,
    root: tree.root(),
    origin,
    openedAt,
    before,
    campaigns,
    audited,
    ...counts,
    findings,
  };
}

function misplaced(idx: number, next: number): string {
  if (idx < next) return `Entry ${idx} of the log stands before its first.`;
  return idx === next + 1
    ? `Entry ${next} of the log is missing.`
    : `Entries ${next} to ${idx - 1} of the log are missing.`;
}

type EntryRow = {
  idx: number;
  kind: string;
  campaign: string | null;
  body: string;
  leaf: Uint8Array;
};

async function* entries(tx: Transaction): AsyncGenerator<EntryRow> {
  for (let after = -(2 ** 31); ;) {
    const rows = await tx<EntryRow[]>`
      select idx::int, kind, campaign_id as campaign, body, leaf from log_entries
      where idx > ${after} order by idx limit ${STEP}`;
    yield* rows;
    after = rows.at(-1)?.idx ?? after;
    if (rows.length < STEP) return;
  }
}

type Wrong = (kind: Finding["kind"], message: string) => void;

async function notedCheckpoints(tx: Transaction, key: Verifier | null, wrong: Wrong) {
  const rows = await tx<{ size: number; note: string; verifier: string }[]>`
    select size::int, note, verifier_key as verifier from checkpoints order by size, key_id`;
  const held: Held[] = [];
  let foreign = 0;
  for (const row of rows) {
    const where = `The stored checkpoint of ${row.size} entries`;
    const isForeign = key !== null && row.verifier !== verifierKey(key);
    if (isForeign) foreign += 1;
    const verifier = isForeign || key === null ? readVerifierKey(row.verifier) : key;
    const checkpoint = signed(row.note, verifier);
    if (checkpoint === null || checkpoint.size !== row.size)
      wrong("signature", `${where} is not signed by the key that it names.`);
    else held.push({ where, checkpoint });
  }
  return { held, foreign };
}

function keptCheckpoint(text: string, key: Verifier | null, wrong: Wrong): Held[] {
  const where = "The kept checkpoint";
  const note = readNote(text);
  const checkpoint = note === null ? null : readCheckpointBody(note.body);
  if (note === null || checkpoint === null) {
    wrong("checkpoint", `${where} is no signed checkpoint.`);
    return [];
  }
  if (key !== null && !isSignedBy(note, key))
    wrong("signature", `${where} is not signed by this instance's key.`);
  return [{ where, checkpoint }];
}

function serversCheckpoint(server: Checkpoint | string | null, wrong: Wrong): Held[] {
  if (typeof server === "string") wrong("checkpoint", server);
  return server === null || typeof server === "string"
    ? []
    : [{ where: SERVERS_CHECKPOINT, checkpoint: server }];
}

function signed(text: string, verifier: Verifier | null): Checkpoint | null {
  const note = readNote(text);
  if (note === null || verifier === null || !isSignedBy(note, verifier)) return null;
  return readCheckpointBody(note.body);
}
