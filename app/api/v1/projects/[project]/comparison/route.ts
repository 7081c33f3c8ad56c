import { namedComparison } from "@/lib/answers/named-comparison";
import { compareArms } from "@/lib/api/operations/project-operations";
import { comparisonSchema } from "@/lib/api/schemas/comparison-schema";
import { reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(compareArms, async ({ db, project, query }) =>
  reply(comparisonSchema, await namedComparison(db, project, query)),
);
