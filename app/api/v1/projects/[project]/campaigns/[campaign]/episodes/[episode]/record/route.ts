import { findEpisodeHead } from "@/db/queries/episode-detail";
import { readRecordBytes } from "@/db/queries/episode-detail-bytes";
import { readRecord } from "@/lib/api/operations/episode-operations";
import { attachment } from "@/lib/http/attachment";
import { dropped, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

/** The exact bytes that were kept of one episode, as a download. 404 for any address that is none, 410 where they were dropped. */
export const GET = serveProject(readRecord, async ({ database, db, scope, params }) => {
  const found = await findEpisodeHead(db, scope, params.campaign, params.episode);
  const raw =
    found === null ? null : await readRecordBytes(database.sql, scope, found.campaignId, found.seq);
  if (found === null || raw === null) throw dropped(found);
  return attachment(raw, `${found.campaignSlug}-${found.seq}.json`);
});
