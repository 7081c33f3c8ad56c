import type { CaseRecord, EpisodeRecord, Split } from "@/lib/domain/records";
import { amountOf, countOf, fieldOf, listOf, textOf } from "./json-value";
import { maskSecrets } from "./mask-secrets";
import { type Ending, endingOf } from "./promptfoo-ending";
import { eventsOf } from "./promptfoo-events";
import { outputOf } from "./promptfoo-output";
import type { PromptfooSettings } from "./promptfoo-options";
import { attackOf, type PromptfooRow } from "./promptfoo-row";
import { attackNameOf } from "./promptfoo-survey";

export function splitOf(row: PromptfooRow, settings: PromptfooSettings): Split {
  return attackOf(row) === null ? settings.plainTests : "attack";
}

/**
 * The case of a row; the same in every column, with the texts as this row has them, and the paths of the
 * credentials that were masked in its variables. `path` is where the row stands.
 */
export function caseOf(
  row: PromptfooRow,
  key: string,
  settings: PromptfooSettings,
  path: string,
): { record: CaseRecord; secrets: readonly string[] } {
  const split = splitOf(row, settings);
  const family = attackOf(row)?.plugin;
  const prompt = row.prompt?.raw;
  const about = Object.fromEntries(
    ["severity", "goal", "purpose", "modifiers", "language"].flatMap((name) => {
      const value = fieldOf(row.testCase?.metadata, name) ?? fieldOf(row.metadata, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const description = textOf(row.testCase?.description);
  const extra = maskSecrets(
    {
      vars: row.testCase?.vars ?? row.vars ?? {},
      ...(description === undefined || description === key ? {} : { description }),
      ...about,
    },
    { path },
  );
  const record: CaseRecord = {
    type: "case",
    key,
    attack: split === "attack" ? attackNameOf(row) : `${split}/promptfoo`,
    ...(split === "attack" && family !== undefined ? { family } : {}),
    split,
    ...(typeof prompt === "string" ? { userTask: prompt } : {}),
    extra: extra.value,
  };
  return { record, secrets: extra.places };
}

export type ReadRowEpisode = {
  record: EpisodeRecord;
  ending: Ending;
  /** Paths of credentials that were masked in what the record keeps beside its own fields. */
  secrets: readonly string[];
  /** A red-team assertion passed on an answer that no grader read. */
  ungraded: boolean;
};

/**
 * One row as an episode (promptfoo.md, mapping). A failed assertion of a red-team test is a successful
 * attack; in legitimate work a passed one is a task done. Nothing tells more: no marker and no
 * authorisation, so damage is n/a.
 */
export function episodeOf(
  row: PromptfooRow,
  cell: { arm: string; case: string; replica: number },
  settings: PromptfooSettings,
  from: { path: string; rawLength: number },
): ReadRowEpisode {
  const output = outputOf(row);
  const { failed, verdict, ...ending } = endingOf(row, output, settings);
  const split = splitOf(row, settings);
  const events = eventsOf(row, output);
  const kept = maskSecrets(extraOf(row, from.rawLength), { path: from.path });
  const durationMs = amountOf(row["latencyMs"]);
  const costUsd = amountOf(row["cost"]);
  const tokens = tokensOf(row);
  const record: EpisodeRecord = {
    type: "episode",
    ...cell,
    ...ending,
    ...(split === "attack" ? { attackerAction: failed } : {}),
    ...(split === "benign" ? { taskCompleted: failed === null ? null : !failed } : {}),
    ...(durationMs === undefined ? {} : { durationMs }),
    turns: events.filter((event) => event.role === "assistant").length,
    ...(tokens === undefined ? {} : { tokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(output.calls.length === 0 ? {} : { calls: output.calls }),
    events,
    extra: kept.value,
  };
  return {
    record,
    ending: { failed, verdict, ...ending },
    secrets: kept.places,
    ungraded: ending.termination === "task_done" && failed === false && passedUnread(row),
  };
}

/** promptfoo passes refusals and empty answers of its own plugins without asking the grader. */
function passedUnread(row: PromptfooRow): boolean {
  const components = listOf(row.gradingResult?.componentResults) ?? [];
  return components.some(
    (part) =>
      textOf(fieldOf(part, "assertion", "type"))?.startsWith("promptfoo:redteam:") === true &&
      fieldOf(part, "pass") === true &&
      fieldOf(part, "metadata", "renderedGradingPrompt") === undefined,
  );
}

function tokensOf(row: PromptfooRow): EpisodeRecord["tokens"] {
  const usage = row["tokenUsage"] ?? fieldOf(row.response, "tokenUsage");
  const prompt = countOf(fieldOf(usage, "prompt"));
  const completion = countOf(fieldOf(usage, "completion"));
  // The total has more in it than the two: reasoning, and what came from the cache.
  const rest = ["total", "cached", "numRequests", "completionDetails"].flatMap((name) => {
    const value = fieldOf(usage, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (prompt === undefined && completion === undefined && rest.length === 0) return undefined;
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(completion === undefined ? {} : { completion }),
    ...(rest.length === 0 ? {} : { extra: Object.fromEntries(rest) }),
  };
}

/** Told elsewhere in the record, or the same in every row of the case. */
const TOLD = new Set(["toolCalls", "messages", "redteamHistory", "_promptfooFileMetadata"]);

function extraOf(row: PromptfooRow, rawLength: number): Record<string, unknown> {
  const metadata = Object.entries(row.metadata ?? {}).filter(
    ([name]) =>
      !TOLD.has(name) &&
      JSON.stringify(fieldOf(row.testCase?.metadata, name)) !==
        JSON.stringify(row.metadata?.[name]),
  );
  return {
    row: { id: row.id ?? null, testIdx: row.testIdx, promptIdx: row.promptIdx },
    verdict: {
      failureReason: row.failureReason ?? null,
      success: row.success ?? null,
      score: row["score"] ?? null,
      reason: fieldOf(row.gradingResult, "reason") ?? null,
      namedScores: row["namedScores"] ?? {},
    },
    ...(metadata.length === 0 ? {} : { metadata: Object.fromEntries(metadata) }),
    ...(fieldOf(row.response, "cached") === true ? { cached: true } : {}),
    ...(rawLength === 0 ? {} : { omitted: { "response.raw": rawLength } }),
  };
}
