import { hash } from "node:crypto";
import type { Sql } from "@/db/client";
import { behindField, copyOut, fieldOf, type BinaryRow } from "@/db/copy-out";
import { emptiedRows } from "@/lib/ingest/dropped-content";
import { derivedDigest } from "@/lib/ingest/derived-digest";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { EPISODE_TABLES, sealedRows } from "@/lib/ingest/sealed-tables";
import type { Hash } from "@/lib/integrity/merkle-tree";

/** What is stored of one episode at this moment. */
export type StoredEpisode = {
  /** SHA-256 of the record's bytes; null: they are not there. */
  record: Hash | null;
  /** The digest that stands beside them; null: not even the row is there. */
  noted: Hash | null;
  /** Of the rows that were derived from it. Null: it has no row of its own. */
  derived: Hash | null;
  /** Of what would remain of those if its content was dropped. Null: nobody asked. */
  remains: Hash | null;
};

/** The episodes from `from` on, and the first `seq` that is none of the campaign's, or null. */
export type Stretch = { from: number; episodes: StoredEpisode[]; extra: number | null };

/** The rows of so many episodes are in memory at a time, but never their records. */
export const STRETCH = 2048;

/** Both uuids and their lengths stand before the number of the episode, in every table. */
const SEQ_AT = 2 + 20 + 20 + 4;
const RAW = 3;
const SHA256 = 4;

/**
 * Everything that is stored of a campaign's episodes, in their order, as digests. Rows beyond the first and
 * the last episode are looked for as well.
 *
 * @param count how many episodes there have to be
 * @param remains whether to say, too, what would be left without its content
 */
export async function* episodeDigests(
  tx: Transaction,
  campaignId: string,
  count: number,
  { remains = false }: { remains?: boolean } = {},
): AsyncGenerator<Stretch> {
  for (let from = 1; from === 1 || from <= count; from += STRETCH) {
    const size = Math.max(0, Math.min(STRETCH, count - from + 1));
    const isLast = from + STRETCH > count;
    const stretch = new StretchReader(from, size, remains);
    const within = (column: string) =>
      `${from === 1 ? "true" : `${column} >= ${from}`} and ${isLast ? "true" : `${column} < ${from + STRETCH}`}`;
    await readStretch(tx, campaignId, stretch, within);
    yield stretch.result();
  }
}

/** One episode, on a connection of the pool: its rows are few. */
export async function oneEpisode(
  sql: Sql,
  campaignId: string,
  seq: number,
): Promise<StoredEpisode> {
  const [episode] = await episodesFrom(sql, campaignId, seq, 1);
  return episode ?? { record: null, noted: null, derived: null, remains: null };
}

/** So many episodes, at most `STRETCH` of them, on a connection of the pool. */
export async function episodesFrom(
  sql: Sql,
  campaignId: string,
  from: number,
  size: number,
): Promise<StoredEpisode[]> {
  const stretch = new StretchReader(from, size, false);
  const within = (column: string) => `${column} >= ${from} and ${column} < ${from + size}`;
  await sql.begin("isolation level repeatable read read only", async (tx) =>
    readStretch(tx, campaignId, stretch, within),
  );
  return stretch.result().episodes;
}

async function readStretch(
  tx: Transaction,
  campaignId: string,
  stretch: StretchReader,
  within: (column: string) => string,
): Promise<void> {
  for (const [no, sealed] of TABLES.entries()) {
    const column = sealed.order.split(",")[0] ?? "seq";
    for await (const rows of copyOut(tx, sealedRows(sealed, campaignId, within(column))))
      for (const row of rows)
        if (sealed === EPISODE_TABLES.records) stretch.addRecord(no, row);
        else stretch.add(no, row);
  }
}

const TABLES = Object.values(EPISODE_TABLES);

type Gathered = { record: Hash | null; noted: Hash | null; tables: BinaryRow[][] };

class StretchReader {
  readonly #gathered: Gathered[];
  #extra: number | null = null;

  constructor(
    private readonly from: number,
    size: number,
    private readonly withRemains: boolean,
  ) {
    this.#gathered = Array.from({ length: size }, () => ({
      record: null,
      noted: null,
      tables: TABLES.map(() => []),
    }));
  }

  add(tableNo: number, row: BinaryRow): void {
    this.#of(row)?.tables[tableNo]?.push(row);
  }

  addRecord(tableNo: number, row: BinaryRow): void {
    const gathered = this.#of(row);
    if (gathered === undefined) return;
    const raw = fieldOf(row, RAW);
    gathered.record = raw === null ? null : hash("sha256", raw, "buffer");
    const noted = fieldOf(row, SHA256);
    gathered.noted = noted === null ? null : Buffer.from(noted);
    // A copy, lest a large record stay in memory for what stands behind it.
    gathered.tables[tableNo]?.push(Buffer.from(behindField(row, RAW)));
  }

  result(): Stretch {
    const episodes = this.#gathered.map(({ record, noted, tables }) => ({
      record,
      noted,
      derived: tables[0]?.length === 1 ? derivedDigest(tables) : null,
      remains: this.withRemains ? derivedDigest(emptiedRows(tables)) : null,
    }));
    return { from: this.from, episodes, extra: this.#extra };
  }

  #of(row: BinaryRow): Gathered | undefined {
    const seq = row.readInt32BE(SEQ_AT);
    const gathered = this.#gathered[seq - this.from];
    if (gathered === undefined) this.#extra = Math.min(seq, this.#extra ?? seq);
    return gathered;
  }
}
