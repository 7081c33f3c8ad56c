import { findEpisode } from "@/db/queries/episode-detail";
import { readRecord } from "@/lib/api/operations/episode-operations";
import { attachment } from "@/lib/http/attachment";
import { nothingThere, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

/** The exact bytes that were kept of one episode, as a download. 404 for any address that is none. */
export const GET = serveProject(readRecord, async ({ db, scope, params }) => {
  const found = await findEpisode(db, scope, params.campaign, params.episode);
  if (found === null) throw nothingThere();
  return attachment(found.raw, `${found.campaignSlug}-${found.seq}.json`);
});
