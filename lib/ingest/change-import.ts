import type { Database, Scope } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { AuditAction } from "@/lib/domain/audit-action";
import type { Manifest } from "@/lib/domain/records";
import type { Transaction } from "./insert-rows";
import { sanitise } from "./sanitise";

/** Which import, and who asks for what happens to it. */
export type Job = Scope & { importId: string; by: Actor };

/** How a reviewer wants an import to be read. */
export type Choices = {
  options: Readonly<Record<string, string>>;
  replace: boolean;
  keepSource: boolean;
  manifest: Manifest | null;
};

/** The columns of `imports` that hold the choices, within an update's `set`. */
export function chosenColumns(
  tx: Transaction,
  { options, replace, keepSource, manifest }: Choices,
) {
  const lossless = { nul: false, loneSurrogate: false };
  const json = (value: unknown) => JSON.stringify(sanitise(value, lossless));
  return tx`options = ${json(options)}::text::jsonb, replace = ${replace}, keep_source = ${keepSource},
    manifest = ${manifest === null ? null : json(manifest)}::text::jsonb`;
}

/**
 * Does something to an import and tells of it in the same transaction.
 *
 * @param work says whether it changed anything; else nothing is told
 * @returns what `work` said
 */
export async function changeImport(
  { sql }: Database,
  action: AuditAction,
  { projectId, importId, by }: Job,
  work: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const isDone = await work(tx);
    if (isDone)
      await audit(tx, by, { action, projectId, object: { kind: "import", id: importId } });
    return isDone;
  });
}
