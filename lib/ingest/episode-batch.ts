import { attempts } from "@/db/schema/attempts";
import { calls } from "@/db/schema/calls";
import { effects } from "@/db/schema/effects";
import { episodeRecords } from "@/db/schema/episode-records";
import { episodes } from "@/db/schema/episodes";
import { AppError } from "@/lib/errors";
import type { Place } from "@/lib/importers/importer";
import type { EpisodeRows } from "./episode-rows";
import { insertRows, type Transaction } from "./insert-rows";

/** A batch is written when it reaches one of these; they bound what an import holds in memory. */
const MAX_EPISODES = 500;
const MAX_CALLS = 10_000;
const MAX_RAW_BYTES = 4 * 1024 * 1024;

export type EpisodeBatch = {
  /** Writes the batch first when this episode would make it too large. */
  add(rows: EpisodeRows): Promise<void>;
  flush(): Promise<void>;
};

/** Gathers episodes and writes them in batches; `before` writes what they refer to. */
export function createEpisodeBatch(tx: Transaction, before: () => Promise<void>): EpisodeBatch {
  let batch: EpisodeRows[] = [];
  let callCount = 0;
  let rawBytes = 0;
  const flush = async () => {
    await before();
    const full = batch;
    batch = [];
    callCount = 0;
    rawBytes = 0;
    await writeBatch(tx, full);
  };
  return {
    flush,
    async add(rows) {
      const bytes = rows.record.raw.length;
      const acts = rows.calls.length;
      const overflows =
        batch.length + 1 > MAX_EPISODES ||
        callCount + acts > MAX_CALLS ||
        rawBytes + bytes > MAX_RAW_BYTES;
      if (batch.length > 0 && overflows) await flush();
      batch.push(rows);
      callCount += acts;
      rawBytes += bytes;
    },
  };
}

async function writeBatch(tx: Transaction, batch: readonly EpisodeRows[]): Promise<void> {
  if (batch.length === 0) return;
  try {
    await tx.savepoint((inner) => writeAll(inner, batch));
  } catch (error) {
    if (!isDataError(error)) throw error;
    throw await findCulprit(tx, batch, error);
  }
}

async function writeAll(tx: Transaction, batch: readonly EpisodeRows[]): Promise<void> {
  const all = <Row>(pick: (rows: EpisodeRows) => Row[]) => batch.flatMap(pick);
  await insertRows(
    tx,
    episodes,
    all((rows) => [rows.episode]),
  );
  await insertRows(
    tx,
    episodeRecords,
    all((rows) => [rows.record]),
  );
  await insertRows(
    tx,
    attempts,
    all((rows) => rows.attempts),
  );
  await insertRows(
    tx,
    calls,
    all((rows) => rows.calls),
  );
  await insertRows(
    tx,
    effects,
    all((rows) => rows.effects),
  );
}

/** Writes one by one what failed together, to say which record it was. Everything is rolled back. */
async function findCulprit(
  tx: Transaction,
  batch: readonly EpisodeRows[],
  cause: unknown,
): Promise<AppError> {
  for (const rows of batch) {
    try {
      await tx.savepoint((inner) => writeAll(inner, [rows]));
    } catch (error) {
      return notStorable(rows.place, error);
    }
  }
  return new AppError("database", "The database refused episodes that it takes one by one.", {
    cause,
  });
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
