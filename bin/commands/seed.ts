import { createDb } from "@/db/client";
import { EXAMPLE_PROJECT } from "@/db/seed/scenarios/four-campaigns";
import { seedExample } from "@/db/seed/seed-example";
import { projectPath } from "@/lib/format/paths";
import { withDatabase } from "../with-database";

type Options = {
  json: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

/** Loads the example project; what is there already stays.
 * Returns 0, or 3 when a campaign key is taken by other bytes. */
export async function runSeed({ json, log, signal }: Options): Promise<number> {
  const results = await withDatabase(
    async (url) => {
      const database = createDb(url, { max: 3 });
      try {
        return await seedExample(database, signal);
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
  const page = projectPath(EXAMPLE_PROJECT.slug);
  const campaigns = results.map((result) => ({
    campaign: result.state === "refused" ? null : result.campaignSlug,
    state: result.state,
    episodes: result.counts.episodes,
  }));
  if (json) process.stdout.write(`${JSON.stringify({ page, campaigns })}\n`);
  else {
    const added = results.filter((result) => result.state === "done").length;
    const there = results.filter((result) => result.state === "duplicate").length;
    log(`The example project: ${added} campaigns added, ${there} were there. ${page}`);
    for (const result of results) if (result.state === "refused") log(result.reason);
  }
  return results.some((result) => result.state === "refused") ? 3 : 0;
}
