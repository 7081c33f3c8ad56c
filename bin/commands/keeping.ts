import { createDb, type Database } from "@/db/client";
import { findCampaign } from "@/db/queries/campaigns";
import { findProject } from "@/db/queries/projects";
import { scopeIn, type Scope } from "@/db/scope";
import { readReason } from "@/lib/domain/given-reason";
import { AppError } from "@/lib/errors";
import { bytes } from "@/lib/format/bytes";
import { plural } from "@/lib/format/numbers";
import { deleteCampaign } from "@/lib/ingest/delete-campaign";
import { dropContent } from "@/lib/retention/drop-content";
import { holdCampaign } from "@/lib/retention/hold-campaign";
import { withDatabase } from "../with-database";
import { printable } from "./import-progress";
import { OWNER } from "./owner";

/** What an operator does to one campaign, by its address. */
export type Keeping = "hold" | "release" | "drop-content" | "delete";

type Options = {
  what: Keeping;
  campaign: string;
  project: string;
  reason: string;
  json: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

/**
 * @throws AppError invalid_input: the reason is none; not_found: no such campaign; conflict: it is on hold,
 *   or is so already
 */
export async function runKeeping(options: Options): Promise<number> {
  const { campaign, project, log, signal } = options;
  const given = readReason(options.reason);
  if ("problem" in given) throw new AppError("invalid_input", given.problem);
  return withDatabase(
    async (url) => {
      const database = createDb(url, { max: 2 });
      try {
        const found = await findProject(database.db, project);
        const scope = found === null ? null : scopeIn(found.id);
        const row = scope === null ? null : await findCampaign(database.db, scope, campaign);
        if (scope === null || row === null)
          throw new AppError("not_found", `There is no campaign "${campaign}" in "${project}".`);
        const at = { scope, campaignId: row.id, reason: given.reason };
        const done = await WORK[options.what](database, at);
        if (options.json)
          process.stdout.write(`${JSON.stringify({ project, campaign, done: options.what })}\n`);
        else log(printable(`${campaign}: ${done}`));
        return 0;
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
}

type At = { scope: Scope; campaignId: string; reason: string };

const WORK: Record<Keeping, (database: Database, at: At) => Promise<string>> = {
  async hold(database, { scope, campaignId, reason }) {
    await holdCampaign(database, { ...scope, campaignId, act: "held", by: OWNER, reason });
    return "on hold.";
  },
  async release(database, { scope, campaignId, reason }) {
    await holdCampaign(database, { ...scope, campaignId, act: "released", by: OWNER, reason });
    return "the hold is off.";
  },
  async "drop-content"(database, { scope, campaignId, reason }) {
    const gone = await dropContent(database, { ...scope, campaignId, by: OWNER, reason });
    return `the content of ${plural(gone.records, "episode")} was dropped, ${bytes(gone.bytes)} of records.`;
  },
  async delete(database, { scope, campaignId, reason }) {
    await deleteCampaign(database, { ...scope, campaignId, by: OWNER, explanation: reason });
    return "deleted.";
  },
};
