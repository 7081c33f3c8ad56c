import { foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bytea, campaignScope } from "./columns";
import { sourceFiles } from "./source-files";

/** The bytes of a source file, gzip-compressed as one stream and cut into pieces. */
export const sourceChunks = pgTable(
  "source_chunks",
  {
    ...campaignScope(),
    fileNo: integer("file_no").notNull(),
    /** Counts from 1. */
    chunkNo: integer("chunk_no").notNull(),
    gzip: bytea("gzip").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.campaignId, table.fileNo, table.chunkNo],
      name: "source_chunks_pk",
    }),
    foreignKey({
      columns: [table.campaignId, table.fileNo],
      foreignColumns: [sourceFiles.campaignId, sourceFiles.fileNo],
      name: "source_chunks_file",
    }).onDelete("cascade"),
  ],
);
