import { randomBytes } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { customType, uuid, type AnyPgColumn } from "drizzle-orm/pg-core";

/** Raw bytes: evidence and digests. Never text, which would refuse NUL and alter lone surrogates. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

/**
 * A new UUID of version 7 (RFC 9562, 5.7): ordered by its millisecond, so that rows of one campaign lie
 * together and newer campaigns sort last.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/** The two columns that every row of a campaign carries, so that tables can be split by campaign. */
export function campaignScope() {
  return {
    projectId: uuid("project_id").notNull(),
    campaignId: uuid("campaign_id").notNull(),
  };
}

/** A database check that a text column holds one of the names that the domain knows. */
export function oneOf(column: AnyPgColumn, names: readonly string[]): SQL {
  return sql`${column} in ${names}`.inlineParams();
}

/** A check that a weight is a number from zero up. NaN sorts above every number in Postgres. */
export function isWeight(column: AnyPgColumn): SQL {
  return sql`${column} >= 0 and ${column} < 'Infinity'`;
}
