import { findEpisodeHead } from "@/db/queries/episode-detail";
import { moreAnswer } from "@/lib/answers/episode-steps-answer";
import { readStepText } from "@/lib/api/operations/episode-operations";
import { textPartSchema } from "@/lib/api/schemas/step-schema";
import { dropped, nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readStepText, async ({ database, db, scope, params, query }) => {
  const episode = await findEpisodeHead(db, scope, params.campaign, params.episode);
  if (episode === null) throw nothingThere();
  const { attempt = null, kind, index, field, from } = query;
  const asked = { attempt, of: { kind, index }, field, from };
  const part = await moreAnswer(database, scope, episode, asked);
  if (part === null) throw dropped(episode);
  return reply(textPartSchema, part);
});
