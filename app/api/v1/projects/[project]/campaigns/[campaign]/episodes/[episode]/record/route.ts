import { database } from "@/db";
import { findEpisode } from "@/db/queries/episode-detail";
import { findProject } from "@/db/queries/projects";
import { AppError } from "@/lib/errors";
import { attachment } from "@/lib/http/attachment";
import { route } from "@/lib/http/route";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

type Context = { params: Promise<{ project: string; campaign: string; episode: string }> };

/** The exact bytes that were kept of one episode, as a download. 404 for any address that is none. */
export const GET = route(async (_request: Request, { params }: Context) => {
  const { project: projectSlug, campaign, episode } = await params;
  const { db } = database();
  const project = await findProject(db, projectSlug);
  const seq = /^\d{1,9}$/.test(episode) ? Number(episode) : null;
  const found =
    project === null || seq === null
      ? null
      : await findEpisode(db, { projectId: project.id }, campaign, seq);
  if (found === null) throw new AppError("not_found", "There is no such episode.");
  return attachment(found.raw, `${found.campaignSlug}-${found.seq}.json`);
});
