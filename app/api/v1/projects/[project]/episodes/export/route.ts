import { toFilter } from "@/lib/answers/episode-query";
import { episodeLines } from "@/lib/answers/export-chunks";
import { exportEpisodes } from "@/lib/api/operations/episode-operations";
import { serveProject } from "@/lib/http/serve";
import { streamed } from "@/lib/http/streamed";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const GET = serveProject(exportEpisodes, async ({ db, project, query }) => {
  const { format, ...asked } = query;
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
  const chunks = episodeLines(db, project, toFilter(asked), format);
  return streamed(chunks, { type, name: `episodes.${format}` });
});
