import type { CallRecord, CaseRecord, EpisodeRecord, EventRecord } from "@/lib/domain/records";
import type { TerminationReason, TerminationSource } from "@/lib/domain/termination";
import { fieldOf, textOf } from "./json-value";
import type { TauBenchMessage, TauBenchRow } from "./tau-bench-row";

/** What the simulated user says when it is satisfied, or gives up. */
const STOP = "###STOP###";
/** The tool by which the agent hands over to a person; the harness ends the episode with it. */
const HAND_OVER = "transfer_to_human_agents";
/** The steps that the harness allows an agent, unless whoever ran it said otherwise. */
const MAX_STEPS = 30;

const ERROR_TEXTS: readonly { pattern: RegExp; termination: TerminationReason }[] = [
  {
    pattern: /context_length_exceeded|maximum context length|context window|reduce the length/i,
    termination: "context_limit",
  },
  {
    pattern:
      /\b(?:429|5\d\d)\b|rate.?limit|timed? ?out|overloaded|unavailable|connection|internal server error|apierror/i,
    termination: "provider_error",
  },
];

type Ending = {
  termination: TerminationReason;
  terminationSource: TerminationSource;
  terminationDetail: string;
};

/** Tasks are numbered from 0 in each domain, so the domain is part of the key where it is known. */
export function caseKeyOf(row: TauBenchRow, domain: string | null): string {
  return domain === null ? `task ${row.task_id}` : `${domain} task ${row.task_id}`;
}

/** A task of tau-bench is legitimate work; there is no attack in it. */
export function caseOf(row: TauBenchRow, key: string): CaseRecord {
  const instruction = textOf(fieldOf(row.info, "task", "instruction"));
  const actions = fieldOf(row.info, "task", "actions");
  return {
    type: "case",
    key,
    attack: "benign/tau-bench",
    split: "benign",
    ...(instruction === undefined ? {} : { userTask: instruction }),
    ...(actions === undefined ? {} : { extra: { expectedActions: actions } }),
  };
}

/**
 * One try as an episode (spec/formats/other.md, 3). The harness writes a reward of 0 for an exception of
 * its own, with the error in `info`: that is a crash, and whether the task was done nobody knows.
 */
export function episodeOf(row: TauBenchRow, arm: string, caseKey: string): EpisodeRecord {
  const ending = endingOf(row);
  const { calls, events, turns } = transcriptOf(row.traj);
  const crashed = ending.termination === "harness_error" || ending.terminationSource === "recorded";
  const judged = typeof row.reward === "number" && !crashed;
  const error = textOf(fieldOf(row.info, "error"));
  if (error !== undefined) events.push({ kind: "error", text: error });
  return {
    type: "episode",
    arm,
    case: caseKey,
    replica: row.trial ?? 0,
    ...ending,
    taskCompleted: judged ? Math.abs((row.reward ?? 0) - 1) <= 1e-6 : null,
    turns,
    ...(calls.length === 0 ? {} : { calls }),
    events,
    extra: {
      reward: row.reward ?? null,
      // What the simulated user cost, not the agent.
      userCost: fieldOf(row.info, "user_cost") ?? null,
      rewardInfo: fieldOf(row.info, "reward_info", "info") ?? null,
    },
  };
}

function endingOf(row: TauBenchRow): Ending {
  const error = textOf(fieldOf(row.info, "error"));
  if (error !== undefined) {
    const known = ERROR_TEXTS.find(({ pattern }) => pattern.test(error));
    const termination = known?.termination ?? "harness_error";
    return { termination, terminationSource: "recorded", terminationDetail: error };
  }
  const last = row.traj.at(-1);
  if (last === undefined)
    return inferred("harness_error", "Nothing was said, and no error is written.");
  if (last.role === "user" && wordsOf(last).includes(STOP)) {
    return inferred("task_done", `The user ended the conversation (${STOP}).`);
  }
  if (last.role === "tool" && last.name === HAND_OVER) {
    return inferred("task_done", `The agent handed over to a person (${HAND_OVER}).`);
  }
  const steps = row.traj.filter(({ role }) => role === "assistant").length;
  return steps >= MAX_STEPS
    ? inferred(
        "turn_limit",
        `The conversation has no end after ${steps} steps; ${MAX_STEPS} is the harness's limit.`,
      )
    : inferred("unknown", `The conversation has no end after ${steps} steps.`);
}

function inferred(termination: TerminationReason, terminationDetail: string): Ending {
  return { termination, terminationSource: "inferred", terminationDetail };
}

/** The messages in order, and the calls joined to their answers by id, else in order. */
function transcriptOf(messages: readonly TauBenchMessage[]) {
  const calls: CallRecord[] = [];
  const events: EventRecord[] = [];
  let open: { index: number; id: string | null }[] = [];
  let turns = 0;
  for (const message of messages) {
    const { role } = message;
    const event: EventRecord = { kind: "message", role, text: wordsOf(message) };
    if (role === "assistant") {
      turns += 1;
      open = [];
      for (const call of message.tool_calls ?? []) {
        open.push({ index: calls.length, id: textOf(fieldOf(call, "id")) ?? null });
        calls.push(callOf(call, turns));
      }
    }
    const answered = role === "tool" ? takeOpen(open, message) : undefined;
    const call = answered === undefined ? undefined : calls[answered];
    if (answered !== undefined && call !== undefined) {
      const result = wordsOf(message);
      const error = result.startsWith("Error") ? { error: result } : {};
      calls[answered] = { ...call, executed: true, result, ...error };
      events.push({ ...event, call: answered });
    } else events.push(event);
  }
  return { calls, events, turns };
}

function takeOpen(open: { index: number; id: string | null }[], message: TauBenchMessage) {
  const id = message.tool_call_id ?? null;
  const byId = id === null ? -1 : open.findIndex((call) => call.id === id);
  return open.splice(Math.max(byId, 0), 1)[0]?.index;
}

function callOf(call: unknown, turn: number): CallRecord {
  const tool = textOf(fieldOf(call, "function", "name")) ?? "(no name)";
  const written = fieldOf(call, "function", "arguments");
  const args = typeof written === "string" ? parsed(written) : written;
  return { tool, ...(args === undefined ? {} : { args }), turn, executed: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function wordsOf(message: TauBenchMessage): string {
  const { content } = message;
  if (typeof content === "string") return content;
  return content === undefined || content === null ? "" : (JSON.stringify(content) ?? "");
}
