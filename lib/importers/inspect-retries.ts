import type { InspectLog } from "./inspect-logs";
import { textOf } from "./json-value";

/**
 * The logs to read. A retried run writes a new log under the old `task_id` and takes over the samples that
 * were done; so of the logs of one task and model the newest holds all, and older ones are left out. Of
 * logs made at the same moment, which are copies, the first by path is kept.
 */
export function newestLogs(logs: readonly InspectLog[]): {
  kept: InspectLog[];
  superseded: { log: InspectLog; by: InspectLog }[];
} {
  const newest = new Map<string, InspectLog>();
  for (const log of logs) {
    const run = runOf(log);
    const known = newest.get(run);
    if (known === undefined || madeAt(log) > madeAt(known)) newest.set(run, log);
  }
  const kept = new Set(newest.values());
  return {
    kept: logs.filter((log) => kept.has(log)),
    superseded: logs
      .filter((log) => !kept.has(log))
      .map((log) => ({ log, by: newest.get(runOf(log)) ?? log })),
  };
}

/** Task ids belong to one task and model each; a log without one is a run by itself. */
function runOf(log: InspectLog): string {
  const id = textOf(log.spec["task_id"]);
  return JSON.stringify(id === undefined ? [log.path] : [id, log.task, log.model]);
}

function madeAt(log: InspectLog): number {
  const moment = Date.parse(textOf(log.spec["created"]) ?? "");
  return Number.isNaN(moment) ? 0 : moment;
}
