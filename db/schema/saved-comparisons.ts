import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "./columns";
import { projects } from "./projects";

/** One campaign that a saved comparison read, as it was then. */
export type ComparedInput = {
  campaignId: string;
  slug: string;
  name: string;
  /** SHA-256 of its source, hex. */
  fingerprint: string;
  scoringVersion: number;
  /** Over the leaves of its episodes, hex; null: nothing proved it then. Not there: nobody noted it yet. */
  root?: string | null;
};

/**
 * A comparison as it was answered on one day: what was compared, by which policy, and the whole report.
 * It stays as it is when an input is deleted or scored anew; its page then says so.
 */
export const savedComparisons = pgTable(
  "saved_comparisons",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The query of the compare page that it came from. */
    query: text("query").notNull(),
    inputs: jsonb("inputs").$type<ComparedInput[]>().notNull(),
    /** The version of the policy that it was judged by. */
    policyVersion: integer("policy_version").notNull(),
    /** The version of the program that computed it; null: it was saved before this was noted. */
    productVersion: text("product_version"),
    /** The report as lib/reports made it. */
    report: jsonb("report").notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("saved_comparisons_newest").on(table.projectId, table.savedAt.desc()),
    check(
      "saved_comparisons_lengths",
      sql`length(${table.name}) between 1 and 120 and length(${table.query}) <= 4000`,
    ),
  ],
);
