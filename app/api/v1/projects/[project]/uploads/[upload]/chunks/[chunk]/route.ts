import { chunkedUploadSchema, MAX_CHUNK_BYTES } from "@/lib/api/schemas/upload-schema";
import { sendChunk } from "@/lib/api/operations/upload-operations";
import { readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { readBody } from "@/lib/http/read-body";
import { reply, serveProject } from "@/lib/http/serve";
import { takeChunk } from "@/lib/ingest/upload/chunked-upload";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const POST = serveProject(sendChunk, async ({ request, scope, params }) => {
  const sha256 = request.headers.get("x-chunk-sha256") ?? "";
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new AppError(
      "invalid_input",
      "The header X-Chunk-SHA256 has to be the SHA-256 of the chunk in hex.",
    );
  const { dataDir } = readEnv(process.env);
  const place = { dataDir, ...scope, id: params.upload };
  const bytes = await readBody(request, MAX_CHUNK_BYTES);
  return reply(chunkedUploadSchema, await takeChunk(place, { index: params.chunk, sha256, bytes }));
});
