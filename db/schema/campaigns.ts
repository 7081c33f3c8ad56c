import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { CampaignRecord } from "@/lib/domain/records";
import { newId, oneOf } from "./columns";
import { projects } from "./projects";

/** `interrupted`: its source had no `end` record, so the harness did not finish. */
export const CAMPAIGN_STATES = ["sealed", "interrupted"] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** One pass over a corpus by a harness. There whole or not at all: written in one transaction. */
export const campaigns = pgTable(
  "campaigns",
  {
    id: uuid("id").notNull().$defaultFn(newId),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Readable, made from the key; what addresses use. */
    slug: text("slug").notNull(),
    /** Names the campaign in its source. The same key with other bytes is refused. */
    key: text("key").notNull(),
    name: text("name").notNull(),
    targetName: text("target_name").notNull(),
    targetVersion: text("target_version"),
    corpusName: text("corpus_name").notNull(),
    corpusVersion: text("corpus_version"),
    harnessName: text("harness_name").notNull(),
    harnessVersion: text("harness_version"),
    startedAt: timestamp("started_at", { withTimezone: true }),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    series: text("series"),
    seriesOrder: bigint("series_order", { mode: "number" }),
    state: text("state").$type<CampaignState>().notNull(),
    /** The campaign record for reading; the exact bytes are in `campaign_records`. */
    record: jsonb("record").$type<CampaignRecord>().notNull(),
    scoringVersion: integer("scoring_version").notNull(),
    importId: uuid("import_id").notNull(),
    /** SHA-256 of the source, hex: the same source is never stored twice in a project. */
    fingerprint: text("fingerprint").notNull(),
    importedAt: timestamp("imported_at", { withTimezone: true }).notNull().defaultNow(),
    episodeCount: integer("episode_count").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.id], name: "campaigns_pk" }),
    unique("campaigns_scope").on(table.projectId, table.id),
    unique("campaigns_slug").on(table.projectId, table.slug),
    unique("campaigns_key").on(table.projectId, table.key),
    unique("campaigns_fingerprint").on(table.projectId, table.fingerprint),
    index("campaigns_by_start").on(table.projectId, table.startedAt),
    check("campaigns_slug_readable", sql`${table.slug} ~ '^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$'`),
    check("campaigns_state_known", oneOf(table.state, CAMPAIGN_STATES)),
    check("campaigns_episode_count", sql`${table.episodeCount} >= 0`),
  ],
);
