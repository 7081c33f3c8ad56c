import { sql } from "drizzle-orm";
import { check, foreignKey, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { bytea, campaignScope } from "./columns";

/**
 * What a campaign was when it was sealed: the root of its leaves and its manifest, canonical JSON
 * (lib/integrity/campaign-manifest.ts). A row puts an entry `sealed` into the log when its transaction
 * commits. A campaign without one was imported before records were sealed.
 */
export const campaignSeals = pgTable(
  "campaign_seals",
  {
    ...campaignScope(),
    root: bytea("root").notNull(),
    manifest: text("manifest").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId], name: "campaign_seals_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "campaign_seals_campaign",
    }).onDelete("cascade"),
    check("campaign_seals_root", sql`octet_length(${table.root}) = 32`),
  ],
);
