import { projectJson } from "@/lib/answers/project-json";
import { readProject } from "@/lib/api/operations/project-operations";
import { projectSchema } from "@/lib/api/schemas/project-schema";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readProject, async ({ project }) =>
  reply(projectSchema, projectJson(project)),
);
