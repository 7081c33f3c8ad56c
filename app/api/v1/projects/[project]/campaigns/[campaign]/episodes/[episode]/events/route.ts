import { findEpisodeHead } from "@/db/queries/episode-detail";
import { stepsAnswer } from "@/lib/answers/episode-steps-answer";
import { listSteps } from "@/lib/api/operations/episode-operations";
import { stepSliceSchema } from "@/lib/api/schemas/step-schema";
import { dropped, nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listSteps, async ({ database, db, scope, params, query }) => {
  const episode = await findEpisodeHead(db, scope, params.campaign, params.episode);
  if (episode === null) throw nothingThere();
  const { attempt = null, from } = query;
  const answer = await stepsAnswer(database, scope, episode, { attempt, from, at: null });
  if (answer === null) throw dropped(episode);
  return reply(stepSliceSchema, answer.slice);
});
