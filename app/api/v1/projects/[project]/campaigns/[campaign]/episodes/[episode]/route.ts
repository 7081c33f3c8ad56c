import { findEpisode } from "@/db/queries/episode-detail";
import { episodeDetailJson } from "@/lib/answers/episode-json";
import { readEpisode } from "@/lib/api/operations/episode-operations";
import { episodeDetailSchema } from "@/lib/api/schemas/episode-schema";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readEpisode, async ({ db, project, scope, params }) => {
  const episode = await findEpisode(db, scope, params.campaign, params.episode);
  if (episode === null) throw nothingThere();
  return reply(episodeDetailSchema, episodeDetailJson(project.slug, episode));
});
