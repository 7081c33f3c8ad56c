import type { Database, Scope } from "@/db/client";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { AppError } from "@/lib/errors";
import { changeImport, chosenColumns, type Choices, type Job } from "./change-import";
import { createImport } from "./import-rows";
import { startRunner, wake, type ImportRunner, type RunnerOptions } from "./import-runner";
import { TIMING } from "./import-timing";
import { previewSource } from "./preview-source";
import type { Upload } from "./upload/receive-upload";

export { wake, type ImportRunner } from "./import-runner";

/**
 * Notes an upload as an import that waits for its turn; the runner of the server that has the upload reads
 * it (import-runner.ts). The import's row tells how far it is and what came of it. With `review` it is only
 * looked at, until `startReviewed`.
 */
export async function queueImport(
  database: Database,
  { projectId, upload, review, by }: Scope & { upload: Upload; review: boolean; by: Actor },
): Promise<{ importId: string }> {
  const { spool, name, options, replace, keepSource, manifest } = upload;
  const row = { projectId, sourceName: name, options, replace, keepSource, manifest };
  const importId = await database.db.transaction(async (tx) => {
    const id = await createImport(tx, { ...row, spool, review });
    await audit(tx, by, {
      action: "import.queued",
      projectId,
      object: { kind: "import", id },
      detail: { source: name, review, replace },
    });
    return id;
  });
  wake();
  return { importId };
}

/**
 * Lets an import that was reviewed take its turn, read as its reviewer says.
 *
 * @throws AppError not_found: the project has no such import; conflict: it does not wait for a review
 */
export async function startReviewed(database: Database, job: Job & Choices): Promise<void> {
  const isStarted = await changeImport(database, "import.started", job, async (tx) => {
    const { count } = await tx`
      update imports set
        state = 'uploaded', ${chosenColumns(tx, job)}, attempts = 0, bytes_read = 0, lease_holder = null,
        lease_until = now() + ${TIMING.vouchMs}::float8 * interval '1 millisecond'
      where id::text = ${job.importId} and project_id = ${job.projectId} and state = 'review'`;
    return count > 0;
  });
  if (!isStarted) {
    const state = await stateOf(database.sql, job);
    throw new AppError(
      "conflict",
      `This import does not wait for a review: it is ${WORDS[state] ?? state}.`,
    );
  }
  wake();
}

/**
 * Cancels an import. One that waits is cancelled at once; one that runs ends within two seconds, and
 * nothing of its campaign is kept. To cancel it again changes nothing.
 *
 * @throws AppError not_found: the project has no such import; conflict: it has ended
 */
export async function cancelImport(database: Database, job: Job): Promise<void> {
  const isAsked = await changeImport(database, "import.cancelled", job, async (tx) => {
    const { count } = await tx`
      update imports set
        cancel_requested_at = now(),
        state = case state when 'running' then state else 'cancelled' end,
        finished_at = case state when 'running' then finished_at else now() end,
        lease_until = case state when 'running' then lease_until end,
        lease_holder = case state when 'running' then lease_holder end
      where id::text = ${job.importId} and project_id = ${job.projectId}
        and (state in ('review', 'uploaded') or (state = 'running' and cancel_requested_at is null))`;
    return count > 0;
  });
  wake();
  if (isAsked) return;
  const state = await stateOf(database.sql, job);
  // What still runs was asked to end before.
  if (state === "cancelled" || state === "running") return;
  throw new AppError(
    "conflict",
    `This import cannot be cancelled any more: it is ${WORDS[state] ?? state}.`,
  );
}

/** Reads this server's uploads until it is stopped. */
export function startImportRunner(
  database: Database,
  options: Omit<RunnerOptions, "preview"> & Partial<Pick<RunnerOptions, "preview">>,
): ImportRunner {
  return startRunner(database, { preview: previewSource, ...options });
}

/** How a state reads in a sentence. */
const WORDS: Readonly<Record<string, string>> = {
  uploaded: "waiting for its turn",
  running: "running",
  done: "imported",
  failed: "ended without an import",
  duplicate: "imported already",
  cancelled: "cancelled",
};

async function stateOf(sql: Database["sql"], job: Scope & { importId: string }): Promise<string> {
  const [row] = await sql<{ state: string }[]>`
    select state from imports where id::text = ${job.importId} and project_id = ${job.projectId}`;
  if (row === undefined)
    throw new AppError("not_found", "There is no such import in this project.");
  return row.state;
}
