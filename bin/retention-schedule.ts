import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/db/client";
import { projectsWithRetention } from "@/db/queries/retention";
import { scopeIn } from "@/db/scope";
import { isConnectionLoss } from "@/lib/ingest/database-fault";
import { log as logger } from "@/lib/log";
import { retentionWords, runRetention } from "@/lib/retention/run-retention";

const DAY_MS = 24 * 60 * 60 * 1000;

export type RetentionSchedule = {
  /** Fulfilled after the first run. */
  readonly ran: Promise<void>;
  /** Ends when the campaign that is being settled is. */
  stop(): Promise<void>;
};

type Options = {
  log: (line: string) => void;
  everyMs?: number;
  /** Called once when the database went away under it, which ends it: see `RunnerOptions` of the imports. */
  onLost?: () => void;
};

/**
 * Runs the retention of every project that has set one, now and then once a day, until it is stopped. A run
 * that fails is told of, and tried again with the next.
 */
export function startRetention(
  database: Database,
  { log, everyMs = DAY_MS, onLost }: Options,
): RetentionSchedule {
  const stopping = new AbortController();
  const { signal } = stopping;
  let tellRan = () => {};
  const ran = new Promise<void>((resolve) => (tellRan = resolve));
  const running = (async () => {
    while (!signal.aborted) {
      await runAll(database, { log, signal }).catch((error: unknown) => {
        logger.error("retention was not run to its end, and is tried again later", error);
        if (onLost === undefined || signal.aborted || !isConnectionLoss(error)) return;
        stopping.abort();
        onLost();
      });
      tellRan();
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  })();
  return {
    ran,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function runAll(
  database: Database,
  { log, signal }: { log: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  for (const { id, slug } of await projectsWithRetention(database.db)) {
    const { outcomes, setting } = await runRetention(database, scopeIn(id), { signal });
    const words = retentionWords(outcomes);
    if (words !== null)
      log(`Retention of "${slug}" (setting version ${setting.version}): ${words}.`);
  }
}
