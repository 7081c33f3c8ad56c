import type { Scope, Sql } from "@/db/client";
import { isUuid } from "@/lib/domain/uuid";

/** What Postgres says of bytes that are no text in UTF-8: a NUL, or no character at all. */
const NO_TEXT = new Set(["22021", "22P05"]);
const MOST_SEQ = 2_147_483_647;

/**
 * The bytes of one record, in one piece; null when there is none.
 *
 * They are asked for as text, which is sent as it is and handed on without being decoded: a bytea comes as
 * twice as many hexadecimal digits, and takes several times as long. Never by a copy out: with the driver in
 * use a connection whose copy ends in the same packet as its last data stays paused for good.
 */
export async function readRecordBytes(
  sql: Sql,
  scope: Scope,
  campaignId: string,
  seq: number,
): Promise<Uint8Array | null> {
  if (!isUuid(campaignId) || !Number.isInteger(seq) || seq < 1 || seq > MOST_SEQ) return null;
  const where = sql`project_id = ${scope.projectId} and campaign_id = ${campaignId} and seq = ${seq}`;
  try {
    const rows: unknown[][] =
      await sql`select convert_from(raw, 'UTF8') from episode_records where ${where}`.raw();
    const [bytes] = rows[0] ?? [];
    return bytes instanceof Uint8Array ? bytes : null;
  } catch (error) {
    if (!isNoText(error)) throw error;
    const [row] = await sql<
      { raw: Uint8Array | null }[]
    >`select raw from episode_records where ${where}`;
    return row?.raw ?? null;
  }
}

/**
 * The SHA-256 of the bytes as they are stored now, hex; null when there are none. Computed where they are, so
 * that none of them has to be sent.
 */
export async function digestNow(
  sql: Sql,
  scope: Scope,
  campaignId: string,
  seq: number,
): Promise<string | null> {
  const [row] = await sql<{ digest: string | null }[]>`
    select encode(sha256(raw), 'hex') as digest from episode_records
    where project_id = ${scope.projectId} and campaign_id = ${campaignId} and seq = ${seq}`;
  return row?.digest ?? null;
}

function isNoText(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    NO_TEXT.has(error.code)
  );
}
