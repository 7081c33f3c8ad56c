import { chunkedUploadSchema } from "@/lib/api/schemas/upload-schema";
import { newUpload, openUpload } from "@/lib/api/operations/upload-operations";
import { readEnv } from "@/lib/env";
import { readJson } from "@/lib/http/read-body";
import { reply, serveProject } from "@/lib/http/serve";
import { openChunked } from "@/lib/ingest/upload/chunked-upload";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const POST = serveProject(openUpload, async ({ request, scope }) => {
  const { dataDir } = readEnv(process.env);
  const opened = await openChunked(dataDir, scope.projectId, await readJson(request, newUpload));
  return reply(chunkedUploadSchema, opened, { status: 201 });
});
