import type { CampaignRecord } from "@/lib/domain/records";
import { FORMAT } from "@/lib/domain/records";
import type { Source } from "./importer";
import { epochsOf } from "./inspect-arms";
import { instantOf } from "./inspect-instant";
import type { InspectLog } from "./inspect-logs";
import { countOf, defined, fieldOf, listOf, textOf } from "./json-value";

const MAX_LISTED_LOGS = 100;
const MAX_NAMED = 3;

/** The campaign of some logs: what all of them agree in, and what is listed of each. */
export function campaignOf(
  source: Source,
  logs: readonly InspectLog[],
  fingerprint: string | undefined,
): CampaignRecord {
  const spec = (...path: string[]) => logs.map((log) => fieldOf(log.spec, ...path));
  const tasks = [...new Set(logs.map((log) => log.task))];
  const datasets = [...new Set(spec("dataset", "name").map(textOf))].filter(
    (name) => name !== undefined,
  );
  const run = agreed(logs.map(runIdOf));
  const name = source.name === "" ? "inspect" : source.name;
  const version = textOf(agreed(spec("packages", "inspect_ai")));
  const taskVersion = agreed(spec("task_version"));
  const starts = instants(logs, "started_at").toSorted(byMoment);
  const ends = instants(logs, "completed_at").toSorted(byMoment);
  const retries = countOf(agreed(spec("config", "retry_on_error")));
  const epochs = agreed(logs.map(epochsOf));
  const tags = spec("tags").flatMap((list) => (listOf(list) ?? []).map(textOf));
  const finishedAt = ends.length === logs.length ? ends.at(-1) : undefined;
  return {
    type: "campaign",
    format: FORMAT,
    key: ["inspect", textOf(run)?.slice(0, 200) ?? name.slice(0, 200), fingerprint?.slice(0, 12)]
      .filter((part) => part !== undefined)
      .join(":"),
    name,
    target: { name: named(tasks) },
    corpus: {
      name: datasets.length > 0 ? named(datasets) : named(tasks),
      ...(typeof taskVersion === "number" || typeof taskVersion === "string"
        ? { version: String(taskVersion) }
        : {}),
    },
    harness: { name: "Inspect", ...(version === undefined ? {} : { version }) },
    startedAt: starts[0] ?? null,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    limits: defined({
      turns: countOf(agreed(spec("config", "turn_limit"))),
      budgetTokens: countOf(agreed(spec("config", "token_limit"))),
      wallClockMs: milliseconds(agreed(spec("config", "time_limit"))),
    }),
    ...(retries === undefined ? {} : { retryPolicy: { maxRetries: retries } }),
    ...(epochs === undefined ? {} : { planned: { replicasPerCase: epochs } }),
    tags: [...new Set(tags.filter((tag) => tag !== undefined))],
    extra: { logs: logs.slice(0, MAX_LISTED_LOGS).map(summaryOf), logCount: logs.length },
  };
}

/** The set of runs that a log belongs to, or its own run. */
export function runIdOf(log: InspectLog): string | undefined {
  return textOf(log.spec["eval_set_id"]) ?? textOf(log.spec["run_id"]);
}

function summaryOf(log: InspectLog) {
  const { path, status, task, model, spec } = log;
  return {
    path,
    status,
    task,
    model,
    runId: spec["run_id"] ?? null,
    taskId: spec["task_id"] ?? null,
    evalSetId: spec["eval_set_id"] ?? null,
    created: spec["created"] ?? null,
    totalSamples: fieldOf(log.header, "results", "total_samples") ?? null,
    completedSamples: fieldOf(log.header, "results", "completed_samples") ?? null,
  };
}

/** The one value of all, or undefined. */
function agreed<Value>(values: readonly Value[]): Value | undefined {
  const [only, ...more] = new Set(values);
  return more.length === 0 ? only : undefined;
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function instants(logs: readonly InspectLog[], field: string): string[] {
  return logs
    .map((log) => instantOf(fieldOf(log.header, "stats", field)))
    .filter((moment) => moment !== undefined);
}

function byMoment(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}

function milliseconds(seconds: unknown): number | undefined {
  return typeof seconds === "number" ? countOf(Math.round(seconds * 1000)) : undefined;
}
