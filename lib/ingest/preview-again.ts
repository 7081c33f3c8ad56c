import type { Database } from "@/db/client";
import type { Manifest } from "@/lib/domain/records";
import { AppError } from "@/lib/errors";
import { changeImport, type Job } from "./change-import";
import { wake } from "./import-runner";
import { sanitise } from "./sanitise";

/**
 * Has an upload that waits for its review looked at again, with other answers; its preview is empty until
 * then.
 *
 * @throws AppError not_found: the project has no such import; conflict: it does not wait for a review;
 *   in_progress: it is being looked at just now
 */
export async function previewAgain(
  database: Database,
  asked: Job & {
    options: Readonly<Record<string, string>>;
    replace: boolean;
    keepSource: boolean;
    manifest: Manifest | null;
  },
): Promise<void> {
  const { projectId, importId, replace, keepSource } = asked;
  const lossless = { nul: false, loneSurrogate: false };
  const json = (value: unknown) => JSON.stringify(sanitise(value, lossless));
  const manifest = asked.manifest === null ? null : json(asked.manifest);
  const isAsked = await changeImport(database, "import.previewed", asked, async (tx) => {
    const { count } = await tx`
    update imports set
      options = ${json(asked.options)}::text::jsonb, replace = ${replace},
      keep_source = ${keepSource}, manifest = ${manifest}::text::jsonb,
      preview = null, attempts = 0
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
