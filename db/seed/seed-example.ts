import type { Database } from "@/db/client";
import { ensureProject } from "@/db/queries/projects";
import { aftermath } from "@/lib/importers/aftermath";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource, type IngestResult } from "@/lib/ingest/ingest-source";
import { EXAMPLE_PROJECT, fourCampaigns } from "./scenarios/four-campaigns";

/**
 * Loads the example project through the door of every import. What is there already stays as it is, so
 * that it may run any number of times, also at once; a campaign that was scored by older rules, or was
 * another one in an older version, is replaced.
 *
 * @returns what each campaign came to, oldest first
 * @throws AppError as `ingestSource` does
 */
export async function seedExample(
  database: Database,
  signal?: AbortSignal,
): Promise<IngestResult[]> {
  const { id: projectId } = await ensureProject(
    database.db,
    EXAMPLE_PROJECT.slug,
    EXAMPLE_PROJECT.name,
  );
  const results: IngestResult[] = [];
  for (const { file, text } of fourCampaigns()) {
    results.push(
      await ingestSource({
        database,
        projectId,
        source: memorySource(file, { [file]: text }),
        importer: aftermath,
        options: {},
        replace: true,
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  }
  return results;
}
