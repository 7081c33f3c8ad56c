import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { OUTCOME_NAMES, type Outcome } from "@/lib/domain/outcome";
import { campaignScope, newId, oneOf } from "./columns";
import { episodes } from "./episodes";

export const ANNOTATION_KINDS = ["note", "dispute", "resolution"] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

/**
 * What reviewers wrote beside an episode. Rows are only ever added: a dispute leaves the outcome as it
 * was derived, and a resolution is a row of its own that names the dispute.
 */
export const annotations = pgTable(
  "annotations",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    ...campaignScope(),
    episodeSeq: integer("episode_seq").notNull(),
    kind: text("kind").$type<AnnotationKind>().notNull(),
    /** Whoever wrote it, as they named themselves. */
    author: text("author").notNull(),
    text: text("text").notNull(),
    /** A dispute: what the reviewer holds the outcome to be; null where he only doubts it. */
    outcome: text("outcome").$type<Outcome>(),
    /** A resolution: the dispute that it settles. */
    resolves: uuid("resolves"),
    /** The call that it is about, from 0; null for the episode as a whole. */
    callNo: integer("call_no"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      columns: [table.campaignId, table.episodeSeq],
      foreignColumns: [episodes.campaignId, episodes.seq],
      name: "annotations_episode",
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.resolves],
      foreignColumns: [table.id],
      name: "annotations_resolves",
    }).onDelete("cascade"),
    index("annotations_by_episode").on(table.campaignId, table.episodeSeq, table.createdAt),
    check("annotations_kind_known", oneOf(table.kind, ANNOTATION_KINDS)),
    check("annotations_outcome_known", oneOf(table.outcome, OUTCOME_NAMES)),
    check(
      "annotations_resolution",
      sql`(${table.kind} = 'resolution') = (${table.resolves} is not null)`,
    ),
    check(
      "annotations_lengths",
      sql`length(${table.author}) between 1 and 100 and length(${table.text}) between 1 and 10000`,
    ),
  ],
);
