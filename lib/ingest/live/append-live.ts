import { createHash } from "node:crypto";
import type { Database, Scope } from "@/db/client";
import { liveRecords } from "@/db/schema/live-records";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import { visibleText } from "@/lib/importers/visible-text";
import { hex } from "@/lib/integrity/hex";
import { insertRows, type Transaction } from "../insert-rows";
import { identityOf, keyIdentity, readLiveRecord, type LiveRecord } from "./live-record";
import { holdLive } from "./hold-live";

/** What became of one record; `index` counts from 0 in the batch, `masked` the credentials masked in it. */
export type AppendResult = {
  index: number;
  status: "accepted" | "repeated" | "refused";
  reason: string | null;
  path: string | null;
  masked: number;
};

/** Most records of one live campaign: those of the largest import, with room for arms and cases. */
const MOST_RECORDS = 1_100_000;

type Sent = {
  index: number;
  record: LiveRecord;
  raw: Uint8Array;
  sha256: Uint8Array;
  identity: string;
  masked: number;
};

/**
 * Takes a batch of records. Each is judged for itself: a refused one does not keep the others out. The
 * same record again is `repeated`; another one of the same name is refused. Batches that come at once
 * are taken one after the other.
 *
 * @throws AppError not_found: no such live campaign; in_progress: it is being sealed; conflict: it is full
 */
export async function appendLive(
  database: Database,
  address: Scope & { liveId: string; by: Actor },
  lines: readonly Uint8Array[],
): Promise<AppendResult[]> {
  const { sent, refused } = judge(lines);
  const taken = await database.sql.begin(async (tx) => {
    const live = await holdLive(tx, address);
    const known = await knownRecords(tx, address.liveId, sent);
    const { results, fresh } = sort(sent, known);
    if (live.records + fresh.length > MOST_RECORDS)
      throw new AppError("conflict", `A live campaign holds at most ${MOST_RECORDS} records.`);
    await store(tx, address, live.records, fresh);
    await audit(tx, address.by, {
      action: "live.appended",
      projectId: address.projectId,
      object: { kind: "live campaign", id: address.liveId },
      detail: { sent: lines.length, accepted: fresh.length },
    });
    return results;
  });
  return [...refused, ...taken].toSorted((a, b) => a.index - b.index);
}

/** The results with how often each came. */
export function summed(results: readonly AppendResult[]) {
  const count = (status: AppendResult["status"]) =>
    results.filter((result) => result.status === status).length;
  return {
    accepted: count("accepted"),
    repeated: count("repeated"),
    refused: count("refused"),
    results,
  };
}

function judge(lines: readonly Uint8Array[]): { sent: Sent[]; refused: AppendResult[] } {
  const sent: Sent[] = [];
  const refused: AppendResult[] = [];
  for (const [index, bytes] of lines.entries()) {
    const read = readLiveRecord(bytes, index);
    if (read.kind === "refused")
      refused.push({ index, status: "refused", reason: read.reason, path: read.path, masked: 0 });
    else
      sent.push({
        index,
        record: read.record,
        raw: read.raw,
        sha256: createHash("sha256").update(read.raw).digest(),
        identity: hex(identityOf(read.record)),
        masked: read.masked,
      });
  }
  return { sent, refused };
}

/** What the campaign has already of all that the batch brings or names: digest by identity, in hex. */
async function knownRecords(
  tx: Transaction,
  liveId: string,
  sent: readonly Sent[],
): Promise<Map<string, string>> {
  const asked = new Set(
    sent.flatMap(({ identity, record }) => [identity, ...references(record).map(({ id }) => id)]),
  );
  const rows = await tx<{ identity: string; sha256: string }[]>`
    select encode(identity, 'hex') as identity, encode(sha256, 'hex') as sha256
    from live_records
    where live_id = ${liveId}
      and identity in (select decode(one, 'hex') from unnest(${[...asked]}::text[]) as one)`;
  return new Map(rows.map(({ identity, sha256 }) => [identity, sha256]));
}

/** Goes through the batch in its order, so that an episode may follow its arm and its case in it. */
function sort(sent: readonly Sent[], known: Map<string, string>) {
  const results: AppendResult[] = [];
  const fresh: Sent[] = [];
  for (const one of sent) {
    const { index, masked } = one;
    const told = (status: AppendResult["status"], reason: string | null, path: string | null) =>
      results.push({ index, status, reason, path, masked });
    const before = known.get(one.identity);
    const missing = references(one.record).find(({ id }) => !known.has(id));
    if (before === hex(one.sha256)) told("repeated", null, null);
    else if (before !== undefined) told("refused", differs(one.record), null);
    else if (missing !== undefined) told("refused", missing.reason, missing.path);
    else {
      known.set(one.identity, hex(one.sha256));
      fresh.push(one);
      told("accepted", null, null);
    }
  }
  return { results, fresh };
}

async function store(
  tx: Transaction,
  { projectId, liveId }: Scope & { liveId: string },
  before: number,
  fresh: readonly Sent[],
): Promise<void> {
  if (fresh.length === 0) return;
  await insertRows(
    tx,
    liveRecords,
    fresh.map(({ record, raw, sha256, identity }, at) => ({
      projectId,
      liveId,
      no: before + at + 1,
      type: record.type,
      identity: Buffer.from(identity, "hex"),
      raw,
      sha256,
    })),
  );
  const episodes = fresh.filter(({ record }) => record.type === "episode").length;
  await tx`
    update live_campaigns set
      records = records + ${fresh.length},
      episodes = episodes + ${episodes},
      last_record_at = now()
    where project_id = ${projectId} and id = ${liveId}`;
}

function references(record: LiveRecord): { id: string; reason: string; path: string }[] {
  if (record.type !== "episode") return [];
  return (["arm", "case"] as const).map((type) => ({
    id: hex(keyIdentity(type, record[type])),
    path: `$.${type}`,
    reason: `The episode names the ${type} "${visibleText(record[type], 80)}", which was not sent before it.`,
  }));
}

function differs(record: LiveRecord): string {
  const what =
    record.type === "episode" ? "An episode of this arm, case and replica" : `This ${record.type}`;
  return `${what} was sent before with other bytes; the first one is kept.`;
}
