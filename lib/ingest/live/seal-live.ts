import type { Database, Scope } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import { aftermath } from "@/lib/importers/aftermath";
import type { Source } from "@/lib/importers/importer";
import { ingestSource } from "../ingest-source";
import type { Transaction } from "../insert-rows";
import { holdLive, type HeldLive } from "./hold-live";

export type Sealed = { campaign: string; import: string; episodes: number; refused: number };

/** Records of one step, so that no more of them are held. */
const STEP_ROWS = 500;
const LF = Buffer.from("\n");
/** What a harness writes last, and sealing says. */
const END = Buffer.from('{"type":"end"}\n');

/**
 * Makes a campaign of a live one: its records are read as a native file, in one transaction, and then the
 * live one goes. When it is refused the live one stays open. Sealing again after a fault between the two
 * finds the campaign there, and only clears up.
 *
 * @throws AppError not_found, in_progress: as `holdLive`; conflict: it was refused, with the reason
 */
export async function sealLive(
  database: Database,
  address: Scope & { liveId: string; by: Actor },
): Promise<Sealed> {
  const { projectId, liveId, by } = address;
  return database.sql.begin(async (tx) => {
    // It waits here, holding the live campaign, for as long as the import takes.
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await oneAtATime(tx);
    const live = await holdLive(tx, address);
    if (live.episodes === 0)
      throw new AppError("conflict", "No episode has come yet, so that there is nothing to seal.");
    const source = liveSource(database, address, live);
    const result = await ingestSource({
      database,
      projectId,
      source,
      importer: aftermath,
      options: {},
    });
    if (result.state === "refused")
      throw new AppError("conflict", `It stays open, because it was refused: ${result.reason}`);
    await tx`delete from live_campaigns where project_id = ${projectId} and id = ${liveId}`;
    const { importId, counts } = result;
    await audit(tx, by, {
      action: "live.sealed",
      projectId,
      object: { kind: "live campaign", id: liveId },
      detail: { campaign: result.campaignSlug, import: importId },
    });
    return {
      campaign: result.campaignSlug,
      import: importId,
      episodes: result.state === "done" ? counts.episodes : live.episodes,
      refused: counts.refused,
    };
  });
}

/** Each holds a connection while its import uses others: many at once would leave none for these. */
async function oneAtATime(tx: Transaction): Promise<void> {
  const [row] = await tx<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('aftermath seal', 0)) as mine`;
  if (row?.mine !== true)
    throw new AppError("in_progress", "A live campaign is being sealed; ask again shortly.");
}

/** The records in the order in which they came, between the campaign's and the end. */
function liveSource(
  database: Database,
  address: Scope & { liveId: string },
  live: HeldLive,
): Source {
  const name = `${live.key}.jsonl`;
  return {
    name,
    async *files() {
      const sizeBytes = await sizeOf(database, address, live);
      yield { path: name, sizeBytes, open: () => linesOf(database, address, live) };
    },
  };
}

async function sizeOf(
  { sql }: Database,
  { projectId, liveId }: Scope & { liveId: string },
  live: HeldLive,
): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(octet_length(raw) + 1), 0)::float8 as bytes from live_records
    where project_id = ${projectId} and live_id = ${liveId}`;
  return live.raw.length + LF.length + (row?.bytes ?? 0) + END.length;
}

async function* linesOf(
  { sql }: Database,
  { projectId, liveId }: Scope & { liveId: string },
  live: HeldLive,
): AsyncGenerator<Uint8Array> {
  yield Buffer.concat([live.raw, LF]);
  for (let after = 0; after < live.records; after += STEP_ROWS) {
    const rows = await sql<{ raw: Uint8Array }[]>`
      select raw from live_records
      where project_id = ${projectId} and live_id = ${liveId}
        and no > ${after} and no <= ${after + STEP_ROWS}
      order by no`;
    yield Buffer.concat(rows.flatMap(({ raw }) => [raw, LF]));
  }
  yield END;
}
