import { createHash } from "node:crypto";
import { sealLive } from "@/lib/api/operations/live-operations";
import { idempotent } from "@/lib/http/idempotent";
import { serveProject } from "@/lib/http/serve";
import { sealLive as seal } from "@/lib/ingest/live/seal-live";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const POST = serveProject(sealLive, async ({ database, db, scope, by, request, params }) => {
  const bodySha256 = createHash("sha256").digest();
  return idempotent({ db, scope, request, bodySha256 }, async () => ({
    status: 201,
    answer: await seal(database, { ...scope, by, liveId: params.live }),
  }));
});
