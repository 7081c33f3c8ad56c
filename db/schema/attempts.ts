import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { TERMINATION_REASONS, type TerminationReason } from "@/lib/domain/termination";
import { campaignScope, isWeight, oneOf } from "./columns";
import { episodes } from "./episodes";

/** One attempt of an episode; the last is its outcome, the damage of every one counts. */
export const attempts = pgTable(
  "attempts",
  {
    ...campaignScope(),
    episodeSeq: integer("episode_seq").notNull(),
    /** Counts from 1. */
    attemptNo: integer("attempt_no").notNull(),
    termination: text("termination").$type<TerminationReason>().notNull(),
    detail: text("detail"),
    startedAt: timestamp("started_at", { withTimezone: true }),
    callCount: integer("call_count").notNull(),
    damage: doublePrecision("damage").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.campaignId, table.episodeSeq, table.attemptNo],
      name: "attempts_pk",
    }),
    foreignKey({
      columns: [table.campaignId, table.episodeSeq],
      foreignColumns: [episodes.campaignId, episodes.seq],
      name: "attempts_episode",
    }).onDelete("cascade"),
    check("attempts_termination_known", oneOf(table.termination, TERMINATION_REASONS)),
    check("attempts_damage_weight", isWeight(table.damage)),
    check("attempts_counts", sql`${table.attemptNo} >= 1 and ${table.callCount} >= 0`),
  ],
);
