import type { Database, Scope, Sql } from "@/db/client";
import type { CampaignRow } from "@/db/queries/campaigns";
import { AppError } from "@/lib/errors";
import { dropSentence } from "@/lib/format/drop-sentence";
import { SEALED_FORM } from "@/lib/ingest/sealed-tables";
import { readManifest } from "@/lib/integrity/campaign-manifest";
import { hex } from "@/lib/integrity/hex";
import type { ProofBundle } from "@/lib/integrity/proof-bundle";
import { headLine, recordLine, type ProvenRecord } from "@/lib/integrity/export-proof";
import { episodesFrom, STRETCH } from "./episode-digests";
import { campaignProof, proven } from "./make-proof";

/** Rows of the campaign's own records that are read at a time. */
const STEP = 1000;

/**
 * What a campaign that is exported as records can be held against offline, line by line: see
 * `lib/integrity/export-proof.ts`. Made of what is stored now, some thousand episodes at a time, each in a
 * transaction of its own: a slow or vanished reader holds no connection.
 *
 * @throws AppError gone: its content was dropped; conflict: it was imported before records were sealed, its
 *   seal is gone, or it was sealed in a form of another version; not_found: a part of it is gone
 */
export async function exportProof(
  { db, sql }: Pick<Database, "db" | "sql">,
  scope: Scope,
  { id: campaignId, dropped }: Pick<CampaignRow, "id" | "dropped">,
): Promise<AsyncGenerator<Uint8Array>> {
  if (dropped !== null) throw new AppError("gone", dropSentence(dropped));
  const campaign = proven(await campaignProof({ db, sql }, scope, campaignId));
  const manifest = readManifest(campaign.manifest);
  if (manifest === null || manifest.form !== SEALED_FORM)
    throw new AppError(
      "conflict",
      "The campaign has no seal that this version knows, so that there is no proof of its records: import it again.",
    );
  const log = await sql<{ leaf: string }[]>`
    select encode(leaf, 'hex') as leaf from log_entries where idx < ${campaign.log.size} order by idx`;
  const leaves = log.map(({ leaf }) => leaf);
  return proofLines(sql, { campaignId, episodes: manifest.episodes, campaign, leaves });
}

type Proven = { campaignId: string; episodes: number; campaign: ProofBundle; leaves: string[] };

async function* proofLines(
  sql: Sql,
  { campaignId, episodes, campaign, leaves }: Proven,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(headLine(campaign, leaves));
  yield* linesOf(ownRecords(sql, campaignId, sql`type <> 'end'`));
  yield* linesOf(episodeRecords(sql, campaignId, episodes));
  yield* linesOf(ownRecords(sql, campaignId, sql`type = 'end'`));
}

async function* linesOf(steps: AsyncIterable<ProvenRecord[]>): AsyncGenerator<Uint8Array> {
  for await (const records of steps) yield Buffer.from(records.map(recordLine).join(""));
}

async function* ownRecords(
  sql: Sql,
  campaignId: string,
  which: ReturnType<Sql>,
): AsyncGenerator<ProvenRecord[]> {
  for (let after = 0; ;) {
    const rows = await sql<{ no: number; type: string; bytes: number; record: string | null }[]>`
      select record_no as no, type, octet_length(raw) as bytes, encode(sha256(raw), 'hex') as record
      from campaign_records where campaign_id = ${campaignId} and record_no > ${after} and ${which}
      order by record_no limit ${STEP}`;
    if (rows.length > 0)
      yield rows.map(({ record, ...row }) => {
        if (record === null) throw incomplete(`Record ${row.no} of the campaign's own`);
        return { kind: "own", ...row, record };
      });
    after = rows.at(-1)?.no ?? after;
    if (rows.length < STEP) return;
  }
}

async function* episodeRecords(
  sql: Sql,
  campaignId: string,
  count: number,
): AsyncGenerator<ProvenRecord[]> {
  for (let from = 1; from <= count; from += STRETCH) {
    const size = Math.min(STRETCH, count - from + 1);
    const episodes = await episodesFrom(sql, campaignId, from, size);
    yield episodes.map(({ record, noted, derived }, no) => {
      if (record === null || noted === null || derived === null)
        throw incomplete(`Episode ${from + no}`);
      // The digest that was noted at the import: should the bytes be other ones now, the export shows it.
      return { kind: "episode", record: hex(noted), derived: hex(derived) };
    });
  }
}

/** Of a campaign without content there is no proof: what is left does not make the leaves that were sealed. */
function incomplete(what: string): AppError {
  return new AppError(
    "not_found",
    `${what} is gone, or a part of it: the campaign was deleted meanwhile, or its content dropped, or aftermath verify says what happened.`,
  );
}
