import { findSourceFile } from "@/db/queries/source-files";
import { readSource } from "@/lib/api/operations/campaign-operations";
import { AppError } from "@/lib/errors";
import { dropped, nothingThere, serveProject } from "@/lib/http/serve";
import { streamed } from "@/lib/http/streamed";
import { readKeptFile } from "@/lib/ingest/read-kept-file";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

/** A source file as it was kept, as a download under a name of ours. 404 also when only its row is kept, 410 when its bytes were dropped. */
export const GET = serveProject(readSource, async ({ db, scope, params }) => {
  const file = await findSourceFile(db, scope, params.campaign, params.file);
  if (file === null) throw nothingThere();
  if (file.kept && file.dropped !== null) throw dropped(file);
  if (!file.kept) throw new AppError("not_found", "The bytes of this file were not kept.");
  const response = streamed(readKeptFile(db, scope, file), {
    type: "application/octet-stream",
    name: `${file.campaignSlug}-source-${file.fileNo}`,
  });
  response.headers.set("content-length", String(file.sizeBytes));
  return response;
});
