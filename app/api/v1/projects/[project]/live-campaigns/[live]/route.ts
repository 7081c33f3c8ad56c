import { findLive } from "@/db/queries/live-campaigns";
import { liveJson } from "@/lib/answers/live-json";
import { dropLive, liveDroppedSchema, readLive } from "@/lib/api/operations/live-operations";
import { liveCampaignSchema } from "@/lib/api/schemas/live-schema";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";
import { dropLive as drop } from "@/lib/ingest/live/drop-live";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readLive, async ({ db, scope, params }) => {
  const live = await findLive(db, scope, params.live);
  if (live === null) throw nothingThere();
  return reply(liveCampaignSchema, liveJson(live));
});

export const DELETE = serveProject(dropLive, async ({ database, scope, by, params }) =>
  reply(liveDroppedSchema, await drop(database, { ...scope, by, liveId: params.live })),
);
