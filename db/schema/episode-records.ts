import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, campaignScope } from "./columns";
import { episodes } from "./episodes";

/**
 * The exact bytes of each episode's record, apart from its row. Never jsonb: that refuses NUL and lone
 * surrogates and drops key order, so neither a hash nor the evidence could be read back from it.
 */
export const episodeRecords = pgTable(
  "episode_records",
  {
    ...campaignScope(),
    seq: integer("seq").notNull(),
    /** Null: dropped on purpose, as `content_drops` and the log say. */
    raw: bytea("raw"),
    sha256: bytea("sha256").notNull(),
    /** Where the record came from: a path of `source_files`, the line from 1, the path within JSON. */
    sourceFile: text("source_file"),
    sourceLine: bigint("source_line", { mode: "number" }),
    sourcePath: text("source_path"),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.seq], name: "episode_records_pk" }),
    foreignKey({
      columns: [table.campaignId, table.seq],
      foreignColumns: [episodes.campaignId, episodes.seq],
      name: "episode_records_episode",
    }).onDelete("cascade"),
    check("episode_records_digest", sql`octet_length(${table.sha256}) = 32`),
  ],
);
