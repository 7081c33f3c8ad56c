import { createHash } from "node:crypto";
import { appendLive } from "@/lib/api/operations/live-operations";
import { idempotent } from "@/lib/http/idempotent";
import { readBody } from "@/lib/http/read-body";
import { serveProject } from "@/lib/http/serve";
import { appendLive as append, summed } from "@/lib/ingest/live/append-live";
import { BATCH_LIMITS, batchForm, splitBatch } from "@/lib/ingest/live/split-batch";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const POST = serveProject(appendLive, async (call) => {
  const { database, db, scope, by, request, params } = call;
  const form = batchForm(request.headers.get("content-type"));
  const body = await readBody(request, BATCH_LIMITS.bytes);
  const bodySha256 = createHash("sha256").update(form).update(body).digest();
  return idempotent({ db, scope, request, bodySha256 }, async () => {
    const lines = await splitBatch(body, form);
    const results = await append(database, { ...scope, by, liveId: params.live }, lines);
    return { status: 200, answer: summed(results) };
  });
});
