import { foreignKey, integer, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { Tally } from "@/lib/domain/tally";
import { arms } from "./arms";
import { cases } from "./cases";
import { campaignScope } from "./columns";

/** The sums of one case in one arm, from which every rate is computed. */
export const tallies = pgTable(
  "tallies",
  {
    ...campaignScope(),
    armNo: integer("arm_no").notNull(),
    caseNo: integer("case_no").notNull(),
    body: jsonb("body").$type<Tally>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.armNo, table.caseNo], name: "tallies_pk" }),
    foreignKey({
      columns: [table.campaignId, table.armNo],
      foreignColumns: [arms.campaignId, arms.armNo],
      name: "tallies_arm",
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.campaignId, table.caseNo],
      foreignColumns: [cases.campaignId, cases.caseNo],
      name: "tallies_case",
    }).onDelete("cascade"),
  ],
);
