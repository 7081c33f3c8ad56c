import { createDb } from "@/db/client";
import { findProject } from "@/db/queries/projects";
import { dueCampaigns, retentionNow, type RetentionVersion } from "@/db/queries/retention";
import { scopeIn } from "@/db/scope";
import { AppError } from "@/lib/errors";
import { retentionSentence } from "@/lib/format/retention-sentence";
import { retentionWords, runRetention, type RetentionOutcome } from "@/lib/retention/run-retention";
import { withDatabase } from "../with-database";
import { printable } from "./import-progress";

type Options = {
  project: string;
  /** Only says what it would do. */
  dryRun: boolean;
  json: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

/**
 * Does to a project's campaigns what its retention says, as the server does by itself once a day.
 *
 * @returns the exit code: 0 done, 1 some that were due could not be proven and were kept
 * @throws AppError not_found: no such project
 */
export async function runRetain(options: Options): Promise<number> {
  const { project, dryRun, json, log, signal } = options;
  return withDatabase(
    async (url) => {
      const database = createDb(url, { max: 2 });
      try {
        const found = await findProject(database.db, project);
        if (found === null) throw new AppError("not_found", `There is no project "${project}".`);
        const scope = scopeIn(found.id);
        const setting = await retentionNow(database.db, scope);
        log(`${project}: ${settingWords(setting)}`);
        const say = (outcome: RetentionOutcome) => {
          if (!json) process.stdout.write(`${printable(lineOf(outcome, dryRun))}\n`);
        };
        const outcomes = dryRun
          ? (await dueCampaigns(database.db, scope, setting)).map(
              ({ slug, name, hold }): RetentionOutcome => ({
                slug,
                name,
                fate: hold !== null ? "held" : setting.act === "drop" ? "dropped" : "deleted",
                why: hold === null ? null : `held by ${hold.by}: ${hold.reason}`,
              }),
            )
          : (await runRetention(database, scope, { signal, onOutcome: say })).outcomes;
        if (dryRun) outcomes.forEach(say);
        if (json) process.stdout.write(`${JSON.stringify({ dryRun, setting, outcomes })}\n`);
        else log(endWords(retentionWords(outcomes), dryRun));
        return outcomes.some(({ fate }) => fate === "kept") ? 1 : 0;
      } finally {
        await database.close();
      }
    },
    log,
    signal,
  );
}

function settingWords({ version, ...setting }: RetentionVersion): string {
  const by = version === 0 ? "Nothing is set." : `Setting version ${version}.`;
  return `${retentionSentence(setting)} ${by}`;
}

/** @param words what it came to, or would; null: no campaign is old enough */
function endWords(words: string | null, dryRun: boolean): string {
  if (words === null) return "No campaign is old enough.";
  return dryRun ? `It would come to: ${words}` : words;
}

function lineOf({ slug, fate, why }: RetentionOutcome, dryRun: boolean): string {
  const isDone = fate === "deleted" || fate === "dropped";
  const words = dryRun && isDone ? `would be ${fate}` : fate;
  return `${slug}: ${words}${why === null ? "" : `. ${why}`}`;
}
