import type { Scope, Sql } from "@/db/client";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of a binary copy (PostgreSQL, COPY, binary format): signature, flags and extension; count and length. */
const HEAD = 19;
const TUPLE = 6;

/**
 * The bytes of one record, in one piece; null when there is none. By a binary copy: the driver reads a bytea
 * of 64 MiB as 128 MiB of hexadecimal text, which takes several times as long.
 */
export async function readRecordBytes(
  sql: Sql,
  scope: Scope,
  campaignId: string,
  seq: number,
): Promise<Uint8Array | null> {
  // A copy takes no parameters, so that only what can be nothing but an id and a number is let into it.
  if (!UUID.test(scope.projectId) || !UUID.test(campaignId) || !Number.isSafeInteger(seq))
    return null;
  const stream = await sql
    .unsafe(
      `copy (select raw from episode_records where project_id = '${scope.projectId}' and campaign_id = '${campaignId}' and seq = ${seq}) to stdout (format binary)`,
    )
    .readable();
  const parts: Uint8Array[] = [];
  for await (const part of stream) if (part instanceof Uint8Array) parts.push(part);
  const all = Buffer.concat(parts);
  if (all.length < HEAD + TUPLE || all.readInt16BE(HEAD) !== 1) return null;
  const length = all.readInt32BE(HEAD + 2);
  return all.subarray(HEAD + TUPLE, HEAD + TUPLE + length);
}
