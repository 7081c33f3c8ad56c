import { importPage } from "@/db/queries/import-pages";
import { importJson } from "@/lib/answers/import-json";
import { importPageSchema, listImports, postImport } from "@/lib/api/operations/import-operations";
import { AppError } from "@/lib/errors";
import { importPath } from "@/lib/format/paths";
import { idempotencyKey, idempotent } from "@/lib/http/idempotent";
import { reply, serveProject } from "@/lib/http/serve";
import { spoolUpload } from "@/lib/http/spool-upload";
import { queueImport } from "@/lib/ingest/import-jobs";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(listImports, async ({ db, scope, query }) => {
  const page = await importPage(db, scope, query);
  if (page === null)
    throw new AppError("invalid_input", "The parameter `after` is no `next` of a page.");
  return reply(importPageSchema, { items: page.rows.map(importJson), next: page.next });
});

/** Answers when all bytes are here; the page of the answer's address tells how the import goes. */
export const POST = serveProject(postImport, async (call) => {
  const { database, db, scope, by, project, request, query } = call;
  idempotencyKey(request); // An unusable key is refused before 5 GiB are received.
  const { upload, sha256, drop } = await spoolUpload(request);
  const replace = upload.replace || query.replace === "yes";
  const review = query.review === "yes";
  let queued = false;
  try {
    return await idempotent({ db, scope, request, bodySha256: sha256 }, async () => {
      const taken = { ...upload, replace };
      const { importId: id } = await queueImport(database, {
        ...scope,
        by,
        upload: taken,
        review,
      });
      queued = true;
      return { status: 202, answer: { id, url: importPath(project.slug, id) } };
    });
  } finally {
    if (!queued) await drop();
  }
});
