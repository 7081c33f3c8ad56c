import { findEpisodeHead } from "@/db/queries/episode-detail";
import { searchAnswer } from "@/lib/answers/episode-steps-answer";
import { searchEpisode } from "@/lib/api/operations/episode-operations";
import { stepSearchSchema } from "@/lib/api/schemas/step-schema";
import { dropped, nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(searchEpisode, async ({ database, db, scope, params, query }) => {
  const episode = await findEpisodeHead(db, scope, params.campaign, params.episode);
  if (episode === null) throw nothingThere();
  const { attempt = null, text, from } = query;
  const found = await searchAnswer(database, scope, episode, { attempt, sought: text, from });
  if (found === null) throw dropped(episode);
  return reply(stepSearchSchema, found);
});
