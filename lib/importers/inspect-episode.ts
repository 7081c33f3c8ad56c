import type { AttemptRecord, CaseRecord, EpisodeRecord, Split } from "@/lib/domain/records";
import { isAbort } from "@/lib/domain/termination";
import { attachmentsOf } from "./inspect-attachments";
import { instantOf } from "./inspect-instant";
import { contentText } from "./inspect-messages";
import type { InspectSettings } from "./inspect-options";
import { type Score, scoresOf, verdictOf } from "./inspect-scores";
import { endingOf, type SampleEnding, terminationOfError } from "./inspect-termination";
import { readTranscript, requestTokens, type Transcript } from "./inspect-transcript";
import {
  amountOf,
  countOf,
  defined,
  fieldOf,
  isObject,
  type JsonObject,
  listOf,
  textOf,
} from "./json-value";

/** What identifies a sample within its log; null when it is no sample of Inspect. */
export type SampleName = { id: string; epoch: number };

/**
 * The id as a part of a case's key. Inspect takes texts and whole numbers and tells `"1"` from 1, so a
 * text that looks like a number is quoted.
 */
export function sampleName(sample: JsonObject): SampleName | null {
  const { id, epoch } = sample;
  const number = countOf(epoch);
  if (number === undefined) return null;
  if (Number.isSafeInteger(id)) return { id: String(id), epoch: number };
  if (typeof id !== "string" || id === "") return null;
  return { id: /^-?\d+$|^"/.test(id) ? JSON.stringify(id) : id, epoch: number };
}

export function caseOf(sample: JsonObject, task: string, id: string, split: Split): CaseRecord {
  const attachments = attachmentsOf(sample);
  const { input } = sample;
  const messages = listOf(input)?.filter(isObject) ?? [];
  const texts = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => contentText(content, attachments).text);
  const userTask =
    typeof input === "string" ? String(attachments.resolve(input)) : texts.join("\n");
  return {
    type: "case",
    key: `${task}/${id}`,
    attack: split === "attack" ? task : `${split}/${task}`,
    split,
    ...(userTask === "" ? {} : { userTask }),
    extra: defined({
      target: sample["target"],
      choices: sample["choices"],
      metadata: sample["metadata"],
    }),
  };
}

export type ReadSample = {
  record: EpisodeRecord;
  scores: Score[];
  /** What the chosen judge says of the attack, before an abort takes its word away. */
  attacked: boolean | null;
  notes: {
    missingAttachments: number;
    overfull: boolean;
    badTimestamp: boolean;
    finishedByFilter: boolean;
  };
};

/**
 * One sample as an episode (inspect.md, mapping). `attackerAction` is what the chosen scorer says, and null
 * where none was chosen or it gave no value. A sample that was cut off is scored as it stood: a success of
 * the attack before the cut is one, the absence of one says nothing and is null.
 */
export function episodeOf(
  sample: JsonObject,
  cell: { arm: string; case: string; replica: number },
  settings: InspectSettings,
  source: { log: string; firstScorer: string | null },
): ReadSample {
  const attachments = attachmentsOf(sample);
  const transcript = readTranscript(sample, attachments);
  const ending = endingOf(sample, transcript);
  const scores = scoresOf(sample, source.firstScorer);
  const aborted = isAbort(ending.termination);
  const judged = settings.attack === null ? null : verdictOf(scores, settings.attack);
  const attacked = judged === null ? null : judged === settings.countsAsAttacked;
  const done = settings.task === null ? null : verdictOf(scores, settings.task);
  const startedAt = instantOf(sample["started_at"]) ?? transcript.events.find(({ at }) => at)?.at;
  const retries = attemptsOf(sample, ending);
  const tokens = tokensOf(sample, transcript);

  const record: EpisodeRecord = {
    type: "episode",
    ...cell,
    ...ending,
    ...(retries.length > 0 ? { attempts: retries } : {}),
    ...(settings.split === "attack"
      ? { attackerAction: aborted && attacked === false ? null : attacked }
      : {}),
    ...(settings.task === null ? {} : { taskCompleted: aborted ? null : done }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...durationOf(sample),
    turns: countOf(sample["turn_count"]) ?? transcript.turns,
    ...(Object.keys(tokens).length > 0 ? { tokens } : {}),
    ...costOf(sample),
    calls: transcript.calls,
    events: transcript.events,
    extra: defined({
      log: source.log,
      sampleId: sample["id"],
      epoch: sample["epoch"],
      uuid: textOf(sample["uuid"]),
      limit: sample["limit"] ?? undefined,
      scores: scores.map(({ scorer, value }) => ({ scorer, value })),
      workingTime: amountOf(sample["working_time"]),
    }),
  };
  return {
    record,
    scores,
    attacked,
    notes: {
      missingAttachments: attachments.missing(),
      overfull: attachments.isOverfull(),
      badTimestamp: Boolean(sample["started_at"]) && instantOf(sample["started_at"]) === undefined,
      finishedByFilter: ending.termination === "agent_refused",
    },
  };
}

/** The retries before, and the sample itself as the last attempt; none when it was tried once. */
function attemptsOf(sample: JsonObject, ending: SampleEnding): AttemptRecord[] {
  const errors = listOf(sample["error_retries"]) ?? [];
  if (errors.length === 0) return [];
  const earlier = errors.map((error) => {
    const detail = textOf(fieldOf(error, "message")) ?? "an error without a message";
    return { termination: terminationOfError(detail), detail };
  });
  return [...earlier, { termination: ending.termination, detail: ending.terminationDetail }];
}

function tokensOf(
  sample: JsonObject,
  transcript: Transcript,
): NonNullable<EpisodeRecord["tokens"]> {
  const usages = Object.values(isObject(sample["model_usage"]) ? sample["model_usage"] : {});
  const sent = usages.map(requestTokens).filter((count) => count !== null);
  const answered = usages.map((usage) => countOf(fieldOf(usage, "output_tokens"))).filter(isNumber);
  return defined({
    firstRequest: transcript.firstRequestTokens ?? undefined,
    prompt: sent.length > 0 ? countOf(sum(sent)) : undefined,
    completion: answered.length > 0 ? countOf(sum(answered)) : undefined,
  });
}

function costOf(sample: JsonObject): { costUsd?: number } {
  const usages = Object.values(isObject(sample["model_usage"]) ? sample["model_usage"] : {});
  const costs = usages.map((usage) => amountOf(fieldOf(usage, "total_cost"))).filter(isNumber);
  return costs.length > 0 ? { costUsd: sum(costs) } : {};
}

function durationOf(sample: JsonObject): { durationMs?: number } {
  const durationMs = amountOf((amountOf(sample["total_time"]) ?? -1) * 1000);
  return durationMs === undefined ? {} : { durationMs };
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
