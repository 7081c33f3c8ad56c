import { storedImport } from "@/db/queries/import-pages";
import { importDetailJson } from "@/lib/answers/import-json";
import { readImport } from "@/lib/api/operations/import-operations";
import { importDetailSchema } from "@/lib/api/schemas/import-schema";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readImport, async ({ db, scope, params }) => {
  const found = await storedImport(db, scope, params.import);
  if (found === null) throw nothingThere();
  return reply(importDetailSchema, importDetailJson(found));
});
