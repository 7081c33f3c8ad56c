import type { Database } from "@/db/client";
import { ingestSource } from "./ingest-source";
import { createImport } from "./import-rows";
import type { Upload } from "./upload/receive-upload";
import { deleteSpool, spooledSource } from "./upload/spool";

/** So many imports run at once in one process; further ones wait their turn (security.md E11). */
const AT_ONCE = 2;

type Queue = { running: number; waiting: (() => void)[] };

/** One queue for the process, whichever bundle asks. */
const holder: typeof globalThis & { aftermathImports?: Queue } = globalThis;

/**
 * Notes an upload as an import and reads it in this process, soon. The import's row tells how far it is
 * and what came of it; the upload is deleted when it has been read.
 *
 * @returns the import's id, and a promise of its end that never rejects
 */
export async function startImport(
  database: Database,
  input: { projectId: string; upload: Upload; dataDir: string },
): Promise<{ importId: string; finished: Promise<void> }> {
  const { projectId, upload, dataDir } = input;
  const { spool, name, options, replace } = upload;
  const importId = await createImport(database.db, { projectId, sourceName: name, options, spool });
  const finished = inTurn(async () => {
    try {
      const source = await spooledSource(dataDir, spool);
      await ingestSource({ database, projectId, source, options, replace, importId });
    } finally {
      await deleteSpool(dataDir, spool);
    }
  }).catch((error: unknown) => {
    // The import's row has the sentence; what is behind it belongs to the operator.
    console.error(`import ${importId} failed`, error);
  });
  return { importId, finished };
}

async function inTurn(work: () => Promise<void>): Promise<void> {
  const queue = (holder.aftermathImports ??= { running: 0, waiting: [] });
  if (queue.running >= AT_ONCE) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running += 1;
  try {
    await work();
  } finally {
    const next = queue.waiting.shift();
    // The place goes straight to the next one, so that no newcomer can take it in between.
    if (next === undefined) queue.running -= 1;
    else next();
  }
}
