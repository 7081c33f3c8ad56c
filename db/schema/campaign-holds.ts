import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { HOLD_ACTS, type HoldAct } from "@/lib/domain/hold";
import { campaigns } from "./campaigns";
import { campaignScope, oneOf } from "./columns";

/**
 * That a campaign was put on hold, and that the hold was taken off: rows are only ever added, by
 * `set_hold` (drizzle/0011_retention_rules.sql), and the last one counts. A campaign on hold is neither deleted
 * nor loses its content.
 */
export const campaignHolds = pgTable(
  "campaign_holds",
  {
    ...campaignScope(),
    /** Counts from 1 within the campaign: held, released, held, … */
    no: integer("no").notNull(),
    act: text("act").$type<HoldAct>().notNull(),
    /** Why, in words of whoever did it. */
    reason: text("reason").notNull(),
    /** Who did it, by name. */
    doneBy: text("done_by").notNull(),
    doneAt: timestamp("done_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.no], name: "campaign_holds_pk" }),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "campaign_holds_campaign",
    }).onDelete("cascade"),
    check("campaign_holds_act_known", oneOf(table.act, HOLD_ACTS)),
    check(
      "campaign_holds_turns",
      sql`${table.no} >= 1 and (${table.act} = 'held') = (${table.no} % 2 = 1)`,
    ),
    check("campaign_holds_reason", sql`length(${table.reason}) between 1 and 500`),
  ],
);
