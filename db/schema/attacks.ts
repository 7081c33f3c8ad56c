import { foreignKey, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { campaignScope } from "./columns";

/** One technique. Its cases plant it through their doors. */
export const attacks = pgTable(
  "attacks",
  {
    ...campaignScope(),
    attackNo: integer("attack_no").notNull(),
    key: text("key").notNull(),
    family: text("family"),
    owasp: text("owasp").array().notNull(),
    atlas: text("atlas").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.attackNo], name: "attacks_pk" }),
    unique("attacks_key").on(table.campaignId, table.key),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "attacks_campaign",
    }).onDelete("cascade"),
  ],
);
