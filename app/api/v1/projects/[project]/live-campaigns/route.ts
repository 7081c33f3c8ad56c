import { createHash } from "node:crypto";
import { listLive as everyLive } from "@/db/queries/live-campaigns";
import { liveJson } from "@/lib/answers/live-json";
import { liveListSchema, listLive, openLive } from "@/lib/api/operations/live-operations";
import { idempotent } from "@/lib/http/idempotent";
import { readBody } from "@/lib/http/read-body";
import { reply, serveProject } from "@/lib/http/serve";
import { openLive as open } from "@/lib/ingest/live/open-live";
import { BATCH_LIMITS } from "@/lib/ingest/live/split-batch";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listLive, async ({ db, scope }) => {
  const live = await everyLive(db, scope);
  return reply(liveListSchema, { items: live.map(liveJson) });
});

export const POST = serveProject(openLive, async ({ database, db, scope, by, request }) => {
  const raw = await readBody(request, BATCH_LIMITS.bytes);
  const bodySha256 = createHash("sha256").update(raw).digest();
  return idempotent({ db, scope, request, bodySha256 }, async () => ({
    status: 201,
    answer: await open(database, { ...scope, by }, raw),
  }));
});
