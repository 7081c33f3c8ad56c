import { chunkedUploadSchema } from "@/lib/api/schemas/upload-schema";
import {
  dropUpload,
  readUpload,
  uploadDroppedSchema,
} from "@/lib/api/operations/upload-operations";
import { readEnv } from "@/lib/env";
import { reply, serveProject } from "@/lib/http/serve";
import { dropChunked, readChunked } from "@/lib/ingest/upload/chunked-upload";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readUpload, async ({ scope, params }) => {
  const { dataDir } = readEnv(process.env);
  return reply(chunkedUploadSchema, await readChunked({ dataDir, ...scope, id: params.upload }));
});

export const DELETE = serveProject(dropUpload, async ({ scope, params }) => {
  const { dataDir } = readEnv(process.env);
  await dropChunked({ dataDir, ...scope, id: params.upload });
  return reply(uploadDroppedSchema, { id: params.upload });
});
