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
  unique,
} from "drizzle-orm/pg-core";
import { ALARM_NAMES, type Alarm } from "@/lib/domain/alarm";
import { OUTCOME_NAMES, type Outcome } from "@/lib/domain/outcome";
import {
  TERMINATION_REASONS,
  terminationSourceSchema,
  type TerminationReason,
  type TerminationSource,
} from "@/lib/domain/termination";
import { arms } from "./arms";
import { campaigns } from "./campaigns";
import { cases } from "./cases";
import { campaignScope, isWeight, oneOf } from "./columns";

/** One try of a case in an arm: the facts derived at ingest. Its bytes are in `episode_records`. */
export const episodes = pgTable(
  "episodes",
  {
    ...campaignScope(),
    /** Counts from 1 in the order of the source. */
    seq: integer("seq").notNull(),
    armNo: integer("arm_no").notNull(),
    caseNo: integer("case_no").notNull(),
    replica: bigint("replica", { mode: "number" }).notNull(),
    termination: text("termination").$type<TerminationReason>().notNull(),
    terminationSource: text("termination_source").$type<TerminationSource>().notNull(),
    terminationDetail: text("termination_detail"),
    outcome: text("outcome").$type<Outcome>().notNull(),
    outcomeReason: text("outcome_reason").notNull(),
    attackerAction: boolean("attacker_action"),
    taskCompleted: boolean("task_completed"),
    hitBeforeAbort: boolean("hit_before_abort").notNull(),
    injectionReached: boolean("injection_reached"),
    weighable: boolean("weighable").notNull(),
    damage: doublePrecision("damage").notNull(),
    exposure: doublePrecision("exposure").notNull(),
    damageInEarlierAttempts: doublePrecision("damage_in_earlier_attempts").notNull(),
    attempts: integer("attempts").notNull(),
    callCount: integer("call_count").notNull(),
    deniedCount: integer("denied_count").notNull(),
    turns: bigint("turns", { mode: "number" }),
    durationMs: doublePrecision("duration_ms"),
    tokens: doublePrecision("tokens"),
    costUsd: doublePrecision("cost_usd"),
    startedAt: timestamp("started_at", { withTimezone: true }),
    alarms: text("alarms").array().$type<Alarm[]>().notNull(),
    /** The text columns of this episode show U+FFFD where its record has a NUL or half a surrogate. */
    hadNul: boolean("had_nul").notNull(),
    hadLoneSurrogate: boolean("had_lone_surrogate").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.seq], name: "episodes_pk" }),
    unique("episodes_cell").on(table.campaignId, table.armNo, table.caseNo, table.replica),
    foreignKey({
      columns: [table.projectId, table.campaignId],
      foreignColumns: [campaigns.projectId, campaigns.id],
      name: "episodes_campaign",
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.campaignId, table.armNo],
      foreignColumns: [arms.campaignId, arms.armNo],
      name: "episodes_arm",
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.campaignId, table.caseNo],
      foreignColumns: [cases.campaignId, cases.caseNo],
      name: "episodes_case",
    }).onDelete("cascade"),
    index("episodes_newest_campaign").on(
      table.projectId,
      table.campaignId.desc().nullsFirst(),
      table.seq,
    ),
    index("episodes_by_case").on(table.campaignId, table.caseNo, table.seq),
    index("episodes_by_termination").on(table.campaignId, table.termination, table.seq),
    index("episodes_by_outcome").on(table.campaignId, table.outcome, table.seq),
    index("episodes_with_alarm")
      .on(table.campaignId, table.seq)
      .where(sql`cardinality(${table.alarms}) > 0`),
    check("episodes_termination_known", oneOf(table.termination, TERMINATION_REASONS)),
    check(
      "episodes_termination_source_known",
      oneOf(table.terminationSource, terminationSourceSchema.options),
    ),
    check("episodes_outcome_known", oneOf(table.outcome, OUTCOME_NAMES)),
    check("episodes_alarms_known", alarmsKnown()),
    check("episodes_damage_weight", isWeight(table.damage)),
    check("episodes_exposure_weight", isWeight(table.exposure)),
    check("episodes_earlier_damage_weight", isWeight(table.damageInEarlierAttempts)),
    check(
      "episodes_counts",
      sql`${table.seq} >= 1 and ${table.replica} >= 0 and ${table.attempts} >= 1 and ${table.callCount} >= 0 and ${table.deniedCount} between 0 and ${table.callCount}`,
    ),
  ],
);

function alarmsKnown() {
  const names = sql.join(
    ALARM_NAMES.map((name) => sql`${name}`),
    sql`, `,
  );
  return sql`"alarms" <@ array[${names}]::text[]`.inlineParams();
}
