import {
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { splitSchema, type Split } from "@/lib/domain/records";
import { attacks } from "./attacks";
import { campaignScope, isWeight, oneOf } from "./columns";

/** One text planted through one door; the unit that the intervals treat as a sample. */
export const cases = pgTable(
  "cases",
  {
    ...campaignScope(),
    caseNo: integer("case_no").notNull(),
    key: text("key").notNull(),
    attackNo: integer("attack_no").notNull(),
    split: text("split").$type<Split>().notNull(),
    userTask: text("user_task"),
    door: text("door"),
    injectionText: text("injection_text"),
    goalTool: text("goal_tool"),
    goalParameter: text("goal_parameter"),
    ceiling: doublePrecision("ceiling"),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.caseNo], name: "cases_pk" }),
    unique("cases_key").on(table.campaignId, table.key),
    index("cases_by_attack").on(table.campaignId, table.attackNo),
    foreignKey({
      columns: [table.campaignId, table.attackNo],
      foreignColumns: [attacks.campaignId, attacks.attackNo],
      name: "cases_attack",
    }).onDelete("cascade"),
    check("cases_split_known", oneOf(table.split, splitSchema.options)),
    check("cases_ceiling_weight", isWeight(table.ceiling)),
  ],
);
