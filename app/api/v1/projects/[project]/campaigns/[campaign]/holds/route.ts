import type { Db, Scope } from "@/db/client";
import { holdsOf } from "@/db/queries/campaign-holds";
import { findCampaign } from "@/db/queries/campaigns";
import { holdsJson } from "@/lib/answers/keeping-json";
import { listHolds, postHold } from "@/lib/api/operations/keeping-operations";
import { holdsAnswer, newHoldSchema } from "@/lib/api/schemas/hold-schema";
import { readJson } from "@/lib/http/read-body";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";
import { holdCampaign } from "@/lib/retention/hold-campaign";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listHolds, async ({ db, scope, params }) => {
  const id = await idOf(db, scope, params.campaign);
  return reply(holdsAnswer, holdsJson(await holdsOf(db, scope, id)));
});

export const POST = serveProject(postHold, async (call) => {
  const { request, database, db, scope, by, params } = call;
  const given = await readJson(request, newHoldSchema);
  const campaignId = await idOf(db, scope, params.campaign);
  await holdCampaign(database, { ...scope, campaignId, by, ...given });
  const status = 201;
  return reply(holdsAnswer, holdsJson(await holdsOf(db, scope, campaignId)), { status });
});

async function idOf(db: Db, scope: Scope, slug: string): Promise<string> {
  const campaign = await findCampaign(db, scope, slug);
  if (campaign === null) throw nothingThere();
  return campaign.id;
}
