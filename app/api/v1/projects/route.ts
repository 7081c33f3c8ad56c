import { listProjects as everyProject } from "@/db/queries/projects";
import { projectJson } from "@/lib/answers/project-json";
import { listProjects, projectsAnswer } from "@/lib/api/operations/project-operations";
import { projectsOf } from "@/lib/auth/may";
import { reply, serve } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serve(listProjects, async ({ db, caller }) => {
  const projects = await everyProject(db, projectsOf(caller));
  return reply(projectsAnswer, { items: projects.map(projectJson) });
});
