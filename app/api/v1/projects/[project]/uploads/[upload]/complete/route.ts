import { findImport } from "@/db/queries/imports";
import { importStartedSchema } from "@/lib/api/schemas/import-schema";
import { completeUpload } from "@/lib/api/operations/upload-operations";
import { readEnv } from "@/lib/env";
import { importPath } from "@/lib/format/paths";
import { reply, serveProject } from "@/lib/http/serve";
import { queueImport } from "@/lib/ingest/import-jobs";
import { completeChunked } from "@/lib/ingest/upload/chunked-upload";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

/** The import has the upload's id, by which one that was begun before is found again. */
export const POST = serveProject(completeUpload, async (call) => {
  const { database, db, scope, by, project, params } = call;
  const { dataDir } = readEnv(process.env);
  const id = params.upload;
  const answer = () =>
    reply(importStartedSchema, { id, url: importPath(project.slug, id) }, { status: 202 });
  const isBegun = async () => (await findImport(db, scope, id)) !== null;
  if (await isBegun()) return answer();
  await completeChunked({ dataDir, ...scope, id }, async (whole) => {
    if (!(await isBegun())) await queueImport(database, { ...scope, by, ...whole });
  });
  return answer();
});
