import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea } from "./columns";
import { liveCampaigns } from "./live-campaigns";

/** One record of a campaign that is still being sent, as it came. */
export const liveRecords = pgTable(
  "live_records",
  {
    projectId: uuid("project_id").notNull(),
    liveId: uuid("live_id").notNull(),
    /** Counts from 1 in the order of arrival. */
    no: integer("no").notNull(),
    type: text("type").notNull(),
    /** SHA-256 of what names the record (an arm's or a case's key, an episode's cell): sent twice, it is kept once. */
    identity: bytea("identity").notNull(),
    raw: bytea("raw").notNull(),
    sha256: bytea("sha256").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.liveId, table.no], name: "live_records_pk" }),
    unique("live_records_identity").on(table.liveId, table.identity),
    foreignKey({
      columns: [table.projectId, table.liveId],
      foreignColumns: [liveCampaigns.projectId, liveCampaigns.id],
      name: "live_records_campaign",
    }).onDelete("cascade"),
    check(
      "live_records_digests",
      sql`octet_length(${table.identity}) = 32 and octet_length(${table.sha256}) = 32`,
    ),
  ],
);
