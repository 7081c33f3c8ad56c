import { importChoices, previewImport } from "@/lib/api/operations/import-operations";
import { importStartedSchema } from "@/lib/api/schemas/import-schema";
import { importPath } from "@/lib/format/paths";
import { readJson } from "@/lib/http/read-body";
import { reply, serveProject } from "@/lib/http/serve";
import { previewAgain } from "@/lib/ingest/preview-again";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const POST = serveProject(previewImport, async (call) => {
  const { database, project, scope, by, request, params } = call;
  const id = params.import;
  const choices = await readJson(request, importChoices);
  await previewAgain(database, { ...scope, by, importId: id, ...choices });
  return reply(importStartedSchema, { id, url: importPath(project.slug, id) }, { status: 202 });
});
