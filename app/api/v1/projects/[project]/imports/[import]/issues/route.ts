import { issuesOf, storedImport } from "@/db/queries/import-pages";
import { csvHead, csvRow } from "@/lib/answers/csv";
import { ISSUE_COLUMNS } from "@/lib/answers/import-json";
import { issuesSchema, readImportIssues } from "@/lib/api/operations/import-operations";
import { downloadText } from "@/lib/http/attachment";
import { nothingThere, reply, serveProject } from "@/lib/http/serve";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(readImportIssues, async ({ db, scope, params, query }) => {
  const found = await storedImport(db, scope, params.import);
  if (found === null) throw nothingThere();
  const items = await issuesOf(db, scope, found.id);
  if (query.format === "json") return reply(issuesSchema, { items });
  const name = `import-${found.id}-issues.${query.format}`;
  if (query.format === "jsonl") {
    const lines = items.map((issue) => `${JSON.stringify(issue)}\n`);
    return downloadText(lines.join(""), { type: "application/x-ndjson", name });
  }
  const rows = items.map((issue) => csvRow(ISSUE_COLUMNS, issue));
  const text = csvHead(ISSUE_COLUMNS) + rows.join("");
  return downloadText(text, { type: "text/csv; charset=utf-8", name });
});
