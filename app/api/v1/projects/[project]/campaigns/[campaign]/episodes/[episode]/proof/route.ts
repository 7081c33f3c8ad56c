import { findEpisodeHead } from "@/db/queries/episode-detail";
import { readEpisodeProof } from "@/lib/api/operations/integrity-operations";
import { downloadText } from "@/lib/http/attachment";
import { nothingThere, serveProject } from "@/lib/http/serve";
import { episodeProof, proven } from "@/lib/verification/make-proof";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readEpisodeProof, async ({ database, db, scope, params }) => {
  const found = await findEpisodeHead(db, scope, params.campaign, params.episode);
  if (found === null) throw nothingThere();
  const proof = proven(await episodeProof(database, scope, found.campaignId, found.seq));
  const name = `${found.campaignSlug}-${found.seq}-proof.json`;
  const text = `${JSON.stringify(proof.bundle, null, 1)}\n`;
  return downloadText(text, { type: "application/json", name });
});
