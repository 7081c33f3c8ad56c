import { Readable } from "node:stream";
import { database } from "@/db";
import { findProject } from "@/db/queries/projects";
import { readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { route } from "@/lib/http/route";
import { queueImport } from "@/lib/ingest/import-jobs";
import { receiveUpload } from "@/lib/ingest/upload/receive-upload";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

type Context = { params: Promise<{ project: string }> };

/**
 * Imports one file or one folder, streamed (the form: lib/ingest/upload/receive-upload.ts). Answers 202
 * with `{ id, url }` when all bytes are here; the page of that address tells how the import goes.
 */
export const POST = route(async (request: Request, { params }: Context) => {
  const { project: slug } = await params;
  const project = await findProject(database().db, slug);
  if (project === null) throw new AppError("not_found", "There is no such project.");
  if (request.body === null) throw new AppError("invalid_input", "The upload is empty.");
  const { dataDir } = readEnv(process.env);
  const length = Number(request.headers.get("content-length"));
  const upload = await receiveUpload(
    Readable.from(chunksOf(request.body)),
    {
      contentType: request.headers.get("content-type"),
      contentLength: Number.isSafeInteger(length) && length > 0 ? length : null,
    },
    dataDir,
  );
  const { importId } = await queueImport(database(), {
    projectId: project.id,
    upload,
    review: false,
  });
  const url = `/p/${project.slug}/imports/${importId}`;
  return Response.json({ id: importId, url }, { status: 202, headers: { location: url } });
});

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
