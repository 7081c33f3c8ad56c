import { isAbort } from "@/lib/domain/termination";
import { readTranscript } from "./agentdojo-calls";
import { splitOf } from "./agentdojo-case";
import { type AgentDojoLog, agentDojoLogSchema, messagesOf } from "./agentdojo-log";
import { isUnattacked, parseLogPath } from "./agentdojo-path";
import type { Survey } from "./agentdojo-survey";
import { terminationOf } from "./agentdojo-termination";
import type { Source, SourceFile } from "./importer";
import { MAX_RECORD_BYTES } from "./limits";
import { parseJson } from "./parse-json";
import { readWhole } from "./read-whole";

/** What the arms called when they did the users' tasks without an attack. */
export type BenignRuns = {
  /** Tools that the arm called in the finished benign runs of a user task; null when it has none. */
  toolsOf(arm: string, task: UserTask): ReadonlySet<string> | null;
  /** Finished benign runs, and those of them that did not do their user's task. */
  finished: number;
  undone: number;
};

type UserTask = Pick<AgentDojoLog, "suite_name" | "user_task_id">;

/**
 * Reads the benign runs of a source ahead of its attacked ones, for attribution by rule. A run that was
 * aborted is none: what it did not get to call would be laid at the attacker's door. Logs under an
 * attack's folder are not opened.
 */
export async function surveyBenignRuns(source: Source, survey: Survey): Promise<BenignRuns> {
  const tools = new Map<string, Set<string>>();
  let finished = 0;
  let undone = 0;
  for await (const file of source.files()) {
    if (!survey.isLog(file) || !isUnattacked(file.path)) continue;
    const log = await readLog(file);
    if (log === null || splitOf(log) !== "benign") continue;
    const transcript = readTranscript(messagesOf(log));
    if (isAbort(terminationOf(log, transcript.toolCalls).termination)) continue;
    finished += 1;
    if (log.utility !== true) undone += 1;
    const key = keyOf(survey.armKeyOf(parseLogPath(file.path, source.name), log), log);
    const used = tools.get(key) ?? new Set();
    tools.set(key, used);
    for (const call of transcript.calls) used.add(call.tool);
  }
  return { finished, undone, toolsOf: (arm, task) => tools.get(keyOf(arm, task)) ?? null };
}

function keyOf(arm: string, { suite_name: suite, user_task_id: task }: UserTask): string {
  return JSON.stringify([arm, suite, task]);
}

/** A log that cannot be read is refused with its place when its turn comes. */
async function readLog(file: SourceFile): Promise<AgentDojoLog | null> {
  const bytes = await readWhole(file, MAX_RECORD_BYTES);
  const parsed = bytes === null ? null : parseJson(bytes, { file: file.path });
  return parsed?.ok ? (agentDojoLogSchema.safeParse(parsed.value).data ?? null) : null;
}
