import { pageOfEpisodes } from "@/lib/answers/episodes-page";
import { episodePageSchema, listEpisodes } from "@/lib/api/operations/episode-operations";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listEpisodes, async ({ db, project, query }) =>
  reply(episodePageSchema, await pageOfEpisodes(db, project, query)),
);
