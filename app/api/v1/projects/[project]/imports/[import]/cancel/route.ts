import { cancelImport } from "@/lib/api/operations/import-operations";
import { importStartedSchema } from "@/lib/api/schemas/import-schema";
import { importPath } from "@/lib/format/paths";
import { reply, serveProject } from "@/lib/http/serve";
import { cancelImport as giveUp } from "@/lib/ingest/import-jobs";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const POST = serveProject(cancelImport, async ({ database, project, scope, by, params }) => {
  const id = params.import;
  await giveUp(database, { ...scope, by, importId: id });
  return reply(importStartedSchema, { id, url: importPath(project.slug, id) }, { status: 202 });
});
