import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { bytea, campaignScope } from "./columns";

/**
 * Each file that a campaign was read from, with its credentials masked: `sha256` and `sizeBytes` are of
 * what is stored. Its bytes stand in `source_chunks`, unless the user did not want them kept or every
 * record of the format is kept as it came.
 */
export const sourceFiles = pgTable(
  "source_files",
  {
    ...campaignScope(),
    /** Counts from 1 in the order of the source. */
    fileNo: integer("file_no").notNull(),
    path: text("path").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    sha256: bytea("sha256").notNull(),
    /** How many credentials were masked in it. */
    masked: integer("masked").notNull().default(0),
    /** Number of its chunks; 0 when its bytes are not kept. */
    chunks: integer("chunks").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.fileNo], name: "source_files_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "source_files_campaign",
    }).onDelete("cascade"),
    check("source_files_digest", sql`octet_length(${table.sha256}) = 32`),
    check(
      "source_files_counts",
      sql`${table.sizeBytes} >= 0 and ${table.masked} >= 0 and ${table.chunks} >= 0`,
    ),
  ],
);
