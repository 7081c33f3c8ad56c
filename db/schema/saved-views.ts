import { sql } from "drizzle-orm";
import { check, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { newId, oneOf } from "./columns";
import { projects } from "./projects";

export const VIEW_PAGES = ["campaigns", "attacks", "episodes"] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** The address of a page's view, kept under a name: filter, order and columns are all in the query. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid("id").primaryKey().$defaultFn(newId),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    page: text("page").$type<ViewPage>().notNull(),
    name: text("name").notNull(),
    /** The query of the address, without its question mark. */
    query: text("query").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("saved_views_name").on(table.projectId, table.page, table.name),
    check("saved_views_page_known", oneOf(table.page, VIEW_PAGES)),
    check(
      "saved_views_lengths",
      sql`length(${table.name}) between 1 and 80 and length(${table.query}) <= 4000`,
    ),
  ],
);
