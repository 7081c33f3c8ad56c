import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { campaigns } from "./campaigns";
import { newId, oneOf } from "./columns";
import { projects } from "./projects";

/** `review`: received, and read only for a preview until somebody says that it is to be imported. */
export const IMPORT_STATES = [
  "review",
  "uploaded",
  "running",
  "done",
  "failed",
  "duplicate",
  "cancelled",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** How often one code was met, with the first sentence it came with. */
export type IssueGroup = {
  severity: "refused" | "recoded" | "warning";
  code: string;
  message: string;
  count: number;
};

/** One try to bring a source in. Stays when it fails, so that the reasons can be read. */
export const imports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** The campaign it made, or for a duplicate the one that was there already. */
    campaignId: uuid("campaign_id").references(() => campaigns.id, { onDelete: "set null" }),
    sourceName: text("source_name").notNull(),
    /** SHA-256 of the source, hex; null until it has been read once. */
    fingerprint: text("fingerprint"),
    bytes: bigint("bytes", { mode: "number" }),
    files: integer("files"),
    /** The importer's id; null when nothing recognised the source. */
    format: text("format"),
    importerVersion: integer("importer_version"),
    options: jsonb("options").$type<Record<string, string>>().notNull(),
    state: text("state").$type<ImportState>().notNull(),
    records: integer("records").notNull().default(0),
    episodes: integer("episodes").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    recoded: integer("recoded").notNull().default(0),
    warnings: integer("warnings").notNull().default(0),
    issueGroups: jsonb("issue_groups").$type<IssueGroup[]>().notNull().default([]),
    /** Progress of the pass that runs. */
    bytesRead: bigint("bytes_read", { mode: "number" }).notNull().default(0),
    bytesTotal: bigint("bytes_total", { mode: "number" }).notNull().default(0),
    /** One sentence for a person; null unless the import failed. */
    error: text("error"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp("started_at", { withTimezone: true }),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
    /** Name of the folder under the uploads folder that holds the upload until it is read. */
    spool: text("spool"),
    /** It may take the place of the campaign of the same bytes or key. */
    replace: boolean("replace").notNull().default(false),
    /** Whether the source's own bytes are kept beside the normalised records. */
    keepSource: boolean("keep_source").notNull().default(true),
    /** Roles of tools given at import (a manifest of aftermath/1), as it came. */
    manifest: jsonb("manifest"),
    /** What the import would come to (lib/ingest/preview-source.ts); null until it was looked at. */
    preview: jsonb("preview"),
    /** Whoever runs it says until when he will be heard of again; after that another may take it. */
    leaseUntil: timestamp("lease_until", { withTimezone: true }),
    /** The process that runs it: only that one may prolong the lease. */
    leaseHolder: uuid("lease_holder"),
    /** How often it was begun: a source that brings its process down twice is given up. */
    attempts: integer("attempts").notNull().default(0),
    cancelRequestedAt: timestamp("cancel_requested_at", { withTimezone: true }),
  },
  (table) => [
    index("imports_newest").on(table.projectId, table.createdAt.desc().nullsFirst()),
    index("imports_waiting")
      .on(table.createdAt)
      .where(sql`state in ('review', 'uploaded', 'running')`),
    check("imports_state_known", oneOf(table.state, IMPORT_STATES)),
    check(
      "imports_counts",
      sql`${table.records} >= 0 and ${table.episodes} >= 0 and ${table.refused} >= 0 and ${table.recoded} >= 0 and ${table.warnings} >= 0 and ${table.attempts} >= 0`,
    ),
  ],
);
