import { bigint, check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { oneOf } from "./columns";
import { imports } from "./imports";
import { projects } from "./projects";

export const SEVERITIES = ["refused", "recoded", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What was refused, recoded or noticed, with its place. The first 1,000 of an import are kept. */
export const importIssues = pgTable(
  "import_issues",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Counts from 1 in the order in which they were met. */
    no: integer("no").notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    code: text("code").notNull(),
    message: text("message").notNull(),
    file: text("file").notNull(),
    line: bigint("line", { mode: "number" }),
    byte: bigint("byte", { mode: "number" }),
    path: text("path"),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.no], name: "import_issues_pk" }),
    check("import_issues_severity_known", oneOf(table.severity, SEVERITIES)),
  ],
);
