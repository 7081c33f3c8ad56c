import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { CallFacts } from "@/lib/domain/facts";
import { decisionOutcomeSchema } from "@/lib/domain/records";
import { ROLE_NAMES, type Role } from "@/lib/domain/role";
import { campaignScope, isWeight, oneOf } from "./columns";
import { episodes } from "./episodes";

export const FATES = ["executed", "denied"] as const satisfies readonly NonNullable<
  CallFacts["fate"]
>[];

/** One tool call of one attempt, with the policy's decision and what the act came to. */
export const calls = pgTable(
  "calls",
  {
    ...campaignScope(),
    episodeSeq: integer("episode_seq").notNull(),
    attemptNo: integer("attempt_no").notNull(),
    /** Index in the attempt's calls, from 0, as events and effects name it. */
    callNo: integer("call_no").notNull(),
    tool: text("tool").notNull(),
    role: text("role").$type<Role>(),
    weight: doublePrecision("weight").notNull(),
    fate: text("fate").$type<(typeof FATES)[number]>(),
    decision: text("decision").$type<(typeof decisionOutcomeSchema.options)[number]>(),
    rule: text("rule"),
    reason: text("reason"),
    executed: boolean("executed").notNull(),
    authorised: boolean("authorised"),
    markerInArguments: boolean("marker_in_arguments"),
    markerInResult: boolean("marker_in_result"),
    markerReturned: boolean("marker_returned"),
    damage: doublePrecision("damage").notNull(),
    exposure: doublePrecision("exposure").notNull(),
    friction: boolean("friction").notNull(),
    unattributed: boolean("unattributed").notNull(),
    attributed: boolean("attributed").notNull(),
    returnedRead: boolean("returned_read").notNull(),
    turn: bigint("turn", { mode: "number" }),
    calledAt: timestamp("called_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({
      columns: [table.campaignId, table.episodeSeq, table.attemptNo, table.callNo],
      name: "calls_pk",
    }),
    foreignKey({
      columns: [table.campaignId, table.episodeSeq],
      foreignColumns: [episodes.campaignId, episodes.seq],
      name: "calls_episode",
    }).onDelete("cascade"),
    index("calls_by_tool").on(table.campaignId, table.tool, table.episodeSeq),
    index("calls_by_decision")
      .on(table.campaignId, table.decision, table.episodeSeq)
      .where(sql`${table.decision} is not null`),
    index("calls_heaviest")
      .on(table.campaignId, table.damage.desc().nullsFirst(), table.episodeSeq)
      .where(sql`${table.damage} > 0`),
    check("calls_role_known", oneOf(table.role, ROLE_NAMES)),
    check("calls_fate_known", oneOf(table.fate, FATES)),
    check("calls_decision_known", oneOf(table.decision, decisionOutcomeSchema.options)),
    check("calls_weight", isWeight(table.weight)),
    check("calls_damage_weight", isWeight(table.damage)),
    check("calls_exposure_weight", isWeight(table.exposure)),
    check("calls_counts", sql`${table.attemptNo} >= 1 and ${table.callNo} >= 0`),
  ],
);
