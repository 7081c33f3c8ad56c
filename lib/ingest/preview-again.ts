import type { Database } from "@/db/client";
import { AppError } from "@/lib/errors";
import { changeImport, chosenColumns, type Choices, type Job } from "./change-import";
import { wake } from "./import-runner";

/**
 * Has an upload that waits for its review looked at again, with other answers; its preview is empty until
 * then.
 *
 * @throws AppError not_found: the project has no such import; conflict: it does not wait for a review;
 *   in_progress: it is being looked at just now
 */
export async function previewAgain(database: Database, asked: Job & Choices): Promise<void> {
  const { projectId, importId } = asked;
  const isAsked = await changeImport(database, "import.previewed", asked, async (tx) => {
    const { count } = await tx`
      update imports set ${chosenColumns(tx, asked)}, preview = null, attempts = 0
      where id = ${importId} and project_id = ${projectId} and state = 'review'
        and lease_holder is null`;
    return count > 0;
  });
  if (isAsked) return wake();
  const [row] = await database.sql<{ state: string }[]>`
    select state from imports where id = ${importId} and project_id = ${projectId}`;
  if (row === undefined)
    throw new AppError("not_found", "There is no such import in this project.");
  if (row.state === "review")
    throw new AppError("in_progress", "The upload is being looked at; ask again shortly.");
  throw new AppError("conflict", "This import does not wait for a review.");
}
