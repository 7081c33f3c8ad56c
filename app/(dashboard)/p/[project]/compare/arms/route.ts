import { z } from "zod";
import { database } from "@/db";
import { findProject } from "@/db/queries/projects";
import { armMatches } from "@/lib/answers/comparison-choices";
import { AppError } from "@/lib/errors";
import { decodePart } from "@/lib/format/paths";
import { route } from "@/lib/http/route";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const text = z.string().catch("");

/** The arms that the words in `find` name: for the choice of arms on the compare page alone. */
export const GET = route(
  async (request: Request, { params }: { params: Promise<{ project: string }> }) => {
    const { db } = database();
    const slug = decodePart((await params).project);
    const project = slug === null ? null : await findProject(db, slug);
    if (project === null) throw new AppError("not_found", "There is no such project.");
    const find = text.parse(new URL(request.url).searchParams.get("find"));
    return Response.json(await armMatches(db, project, find));
  },
);
