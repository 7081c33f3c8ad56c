import { z } from "zod";
import { armMatches } from "@/lib/answers/comparison-choices";
import { projectRoute } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const text = z.string().catch("");

/** The arms that the words in `find` name: for the choice of arms on the compare page alone. */
export const GET = projectRoute("read", async ({ request, db, project }) => {
  const find = text.parse(new URL(request.url).searchParams.get("find"));
  return Response.json(await armMatches(db, project, find));
});
