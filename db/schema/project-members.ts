import { check, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { PROJECT_ROLES, type ProjectRole } from "@/lib/domain/project-role";
import { oneOf } from "./columns";
import { people } from "./people";
import { projects } from "./projects";

/** Who may see a project, and as what; the instance's admin needs no row. */
export const projectMembers = pgTable(
  "project_members",
  {
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    role: text("role").$type<ProjectRole>().notNull(),
    since: timestamp("since", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.personId], name: "project_members_key" }),
    index("project_members_by_person").on(table.personId),
    check("project_members_role_known", oneOf(table.role, PROJECT_ROLES)),
  ],
);
