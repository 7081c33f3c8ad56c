import { foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { campaignScope } from "./columns";

/**
 * What a search of an episode looks through, in small letters and cut (`lib/ingest/searchable-text.ts`).
 * Narrow and in the order of the source, so that a stretch of a campaign is read in one go; without an
 * index over the text, which would cost more than all the rest of an import (ARCHITECTURE.md).
 */
export const episodeTexts = pgTable(
  "episode_texts",
  {
    ...campaignScope(),
    seq: integer("seq").notNull(),
    body: text("body").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.seq], name: "episode_texts_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "episode_texts_campaign",
    }).onDelete("cascade"),
  ],
);
