import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { ROLE_NAMES, type Role } from "@/lib/domain/role";
import { campaignScope, isWeight, oneOf } from "./columns";
import { episodes } from "./episodes";

/** What the application's own record shows happened; believed before the stream of calls. */
export const effects = pgTable(
  "effects",
  {
    ...campaignScope(),
    episodeSeq: integer("episode_seq").notNull(),
    /** Index in the episode's effects, from 0. */
    effectNo: integer("effect_no").notNull(),
    tool: text("tool").notNull(),
    role: text("role").$type<Role>(),
    effectAt: timestamp("effect_at", { withTimezone: true }),
    containsMarker: boolean("contains_marker"),
    /** The call that explains it; null for an effect that no call explains. */
    callNo: bigint("call_no", { mode: "number" }),
    damage: doublePrecision("damage").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.campaignId, table.episodeSeq, table.effectNo],
      name: "effects_pk",
    }),
    foreignKey({
      columns: [table.campaignId, table.episodeSeq],
      foreignColumns: [episodes.campaignId, episodes.seq],
      name: "effects_episode",
    }).onDelete("cascade"),
    check("effects_role_known", oneOf(table.role, ROLE_NAMES)),
    check("effects_damage_weight", isWeight(table.damage)),
    check("effects_counts", sql`${table.effectNo} >= 0 and ${table.callNo} >= 0`),
  ],
);
