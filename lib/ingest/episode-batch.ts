import { attempts } from "@/db/schema/attempts";
import { calls } from "@/db/schema/calls";
import { effects } from "@/db/schema/effects";
import { episodeRecords } from "@/db/schema/episode-records";
import { episodeTexts } from "@/db/schema/episode-texts";
import { episodes } from "@/db/schema/episodes";
import { AppError } from "@/lib/errors";
import type { Place } from "@/lib/importers/importer";
import { CopyRows } from "./copy-rows";
import { derivedDigest } from "./derived-digest";
import type { EpisodeRows } from "./episode-rows";
import type { Transaction } from "./insert-rows";
import type { LeafWriter } from "./leaf-writer";
import { withSavepoint } from "./savepoint";

/** A batch is written when it reaches one of these; they bound what an import holds in memory. */
const MAX_EPISODES = 1000;
const MAX_BYTES = 4 * 1024 * 1024;

/** The number of fields, two uuids and an integer, each with its length, and the length of `raw`. */
const BEFORE_RAW_BYTES = 2 + 20 + 20 + 8 + 4;
const EMPTY = new Uint8Array();

export type EpisodeBatch = {
  /** Writes the batch when this episode fills it. */
  add(rows: EpisodeRows): Promise<void>;
  flush(): Promise<void>;
};

/** One episode of a batch: where its rows end in each table's bytes. */
type Held = { place: Place; ends: readonly number[] };

/**
 * Gathers episodes and writes them in batches; `before` writes what they refer to. Each gets its leaf, which
 * is over the very bytes that are written.
 */
export function createEpisodeBatch(
  tx: Transaction,
  before: () => Promise<void>,
  leaves: LeafWriter,
): EpisodeBatch {
  const tables = {
    episodes: new CopyRows(episodes),
    records: new CopyRows(episodeRecords),
    texts: new CopyRows(episodeTexts),
    attempts: new CopyRows(attempts),
    calls: new CopyRows(calls),
    effects: new CopyRows(effects),
  };
  // In the order in which their foreign keys need them.
  const inOrder = Object.values(tables);
  const ends = () => inOrder.map((rows) => rows.bytes);
  let held: Held[] = [];

  const addLeaf = ({ record }: EpisodeRows, from: readonly number[], to: readonly number[]) => {
    const rows = inOrder.map((table, no) => table.between(from[no] ?? 0, to[no] ?? 0));
    // The record's own bytes have a digest of their own.
    const [episode = EMPTY, recordRow = EMPTY, ...others] = rows;
    const behindRaw = recordRow.subarray(BEFORE_RAW_BYTES + record.raw.length);
    const derived = derivedDigest([episode, behindRaw, ...others].map((bytes) => [bytes]));
    leaves.add({ seq: record.seq, record: record.sha256, derived });
  };

  const write = (from: readonly number[], to: readonly number[]) =>
    withSavepoint(tx, async () => {
      for (const [no, rows] of inOrder.entries()) await rows.write(tx, from[no], to[no]);
    });

  /** Writes one by one what failed together, to say which record it was. Everything is rolled back. */
  const findCulprit = async (cause: unknown): Promise<AppError> => {
    let from: readonly number[] = inOrder.map(() => 0);
    for (const one of held) {
      try {
        await write(from, one.ends);
      } catch (error) {
        return notStorable(one.place, error);
      }
      from = one.ends;
    }
    const message = "The database refused episodes that it takes one by one.";
    return new AppError("database", message, { cause });
  };

  const flush = async () => {
    await before();
    if (held.length === 0) return;
    try {
      await write(
        inOrder.map(() => 0),
        ends(),
      );
    } catch (error) {
      throw isDataError(error) ? await findCulprit(error) : error;
    }
    held = [];
    for (const rows of inOrder) rows.clear();
  };

  return {
    flush,
    async add(rows) {
      const from = ends();
      try {
        tables.episodes.add(rows.episode);
        tables.records.add(rows.record);
        tables.texts.add(rows.text);
        for (const row of rows.attempts) tables.attempts.add(row);
        for (const row of rows.calls) tables.calls.add(row);
        for (const row of rows.effects) tables.effects.add(row);
      } catch (error) {
        throw notStorable(rows.place, error);
      }
      const reached = ends();
      addLeaf(rows, from, reached);
      held.push({ place: rows.place, ends: reached });
      const bytes = reached.reduce((sum, end) => sum + end, 0);
      if (held.length >= MAX_EPISODES || bytes >= MAX_BYTES) await flush();
    },
  };
}

/** The sentence for a record that was read but cannot be stored. */
export function notStorable(place: Place, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const where = place.line === undefined ? place.file : `${place.file}, line ${place.line}`;
  return new AppError(
    "invalid_input",
    `The record at ${where} cannot be stored (${reason}); nothing of its campaign was kept.`,
    { cause },
  );
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity): the rows are at fault, not the server. */
function isDataError(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^2[23]/.test(error.code)
  );
}
