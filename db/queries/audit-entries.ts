import { and, asc, desc, eq, getTableColumns, gt, gte, ilike, lt, or, type SQL } from "drizzle-orm";
import type { Db, Scope } from "@/db/client";
import { auditEntries } from "@/db/schema/audit-entries";
import { projects } from "@/db/schema/projects";
import type { AuditAction, AuditOutcome } from "@/lib/domain/audit-action";

export type AuditEntry = typeof auditEntries.$inferSelect & {
  /** Of the project that it is about; null also when that is gone. */
  projectSlug: string | null;
};

/** What entries are looked for; all of it has to apply. */
export type AuditFilter = {
  /** Part of the name of who did it, in whatever letters, or their whole id. */
  actor?: string | undefined;
  action?: AuditAction | undefined;
  outcome?: AuditOutcome | undefined;
  /** From this instant on. */
  from?: Date | undefined;
  /** Before this instant. */
  until?: Date | undefined;
};

/** Those of one project, or all of the installation. */
export type AuditOf = Scope | "instance";

/** Entries at one step of an export. */
const STEP_ROWS = 1000;

/** One page, newest first; `next` is the number that the page after it comes before. */
export async function auditPage(
  db: Db,
  of: AuditOf,
  { before, limit, ...filter }: AuditFilter & { before?: number | undefined; limit: number },
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const found = await select(db)
    .where(
      and(condition(of, filter), before === undefined ? undefined : lt(auditEntries.id, before)),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit + 1);
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

/** Every entry that the filter holds, oldest first, some at a time. */
export async function* everyAuditEntry(
  db: Db,
  of: AuditOf,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  // From below 1 as well: a row that was put before the first is to be seen.
  for (let after = Number.MIN_SAFE_INTEGER, more = true; more;) {
    const entries = await select(db)
      .where(and(condition(of, filter), gt(auditEntries.id, after)))
      .orderBy(asc(auditEntries.id))
      .limit(STEP_ROWS);
    if (entries.length > 0) yield entries;
    after = entries.at(-1)?.id ?? after;
    more = entries.length === STEP_ROWS;
  }
}

function condition(of: AuditOf, filter: AuditFilter): SQL | undefined {
  const { actor, action, outcome, from, until } = filter;
  return and(
    of === "instance" ? undefined : eq(auditEntries.projectId, of.projectId),
    actor === undefined
      ? undefined
      : or(ilike(auditEntries.actorName, containing(actor)), eq(auditEntries.actorId, actor)),
    action === undefined ? undefined : eq(auditEntries.action, action),
    outcome === undefined ? undefined : eq(auditEntries.outcome, outcome),
    from === undefined ? undefined : gte(auditEntries.at, from),
    until === undefined ? undefined : lt(auditEntries.at, until),
  );
}

/** A pattern that takes every character as itself. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function select(db: Db) {
  return db
    .select({ ...getTableColumns(auditEntries), projectSlug: projects.slug })
    .from(auditEntries)
    .leftJoin(projects, eq(projects.id, auditEntries.projectId))
    .$dynamic();
}
