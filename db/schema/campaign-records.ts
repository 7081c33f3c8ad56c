import { foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { bytea, campaignScope } from "./columns";

/** The exact bytes of a campaign's own records (campaign, arms, cases, end), in the source's order. */
export const campaignRecords = pgTable(
  "campaign_records",
  {
    ...campaignScope(),
    recordNo: integer("record_no").notNull(),
    type: text("type").notNull(),
    /** Null: dropped on purpose, as `content_drops` and the log say. */
    raw: bytea("raw"),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.recordNo], name: "campaign_records_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "campaign_records_campaign",
    }).onDelete("cascade"),
  ],
);
