import type { TerminationReason, TerminationSource } from "@/lib/domain/termination";
import { fieldOf, listOf, textOf } from "./json-value";
import type { Output } from "./promptfoo-output";
import type { PromptfooSettings } from "./promptfoo-options";
import type { PromptfooRow } from "./promptfoo-row";
import type { FileVerdict } from "./verdict-ledger";

export type Ending = {
  termination: TerminationReason;
  terminationSource: TerminationSource;
  terminationDetail: string;
  /** Whether an assertion failed (true) or all passed (false); null where nobody judged the answer. */
  failed: boolean | null;
  /** What the file's own counts make of the row. */
  verdict: FileVerdict;
};

/** ResultFailureReason of promptfoo: the one field that tells a failed assertion from an error. */
export const PASSED = 0;
export const ASSERTION_FAILED = 1;
export const ERRORED = 2;

/** Texts of errors. First match wins; the rest goes by what the row holds. */
const ERROR_TEXTS: readonly { pattern: RegExp; termination: TerminationReason }[] = [
  {
    pattern:
      /context_length_exceeded|maximum context length|context window|prompt is too long|too many (?:input )?tokens|reduce the length/i,
    termination: "context_limit",
  },
  { pattern: /evaluation (?:timed out|exceeded)|\bbudget\b/i, termination: "budget_limit" },
  { pattern: /grader|grading|rubric|could not extract json/i, termination: "harness_error" },
  { pattern: /\babort(?:ed)?\b|\bcancell?ed\b/i, termination: "cancelled" },
  {
    pattern:
      /\b(?:408|425|429|5\d\d)\b|timed? ?out|rate.?limit|too many requests|overloaded|quota|socket hang up|\bE(?:CONN\w+|NOTFOUND|AI_AGAIN|PIPE|TIMEDOUT)\b|fetch failed|network|gateway|unavailable|internal server error|content.?filter/i,
    termination: "provider_error",
  },
];

/** Why a strategy of several turns stopped (promptfoo 0.121); any other text is unknown. */
const STOP_REASONS: Readonly<Record<string, TerminationReason | "attacker-limit">> = {
  "attack succeeded": "task_done",
  "target ended conversation": "task_done",
  "max turns reached": "attacker-limit",
  "max iterations reached": "attacker-limit",
  "max backtracks reached": "attacker-limit",
  "max fetch attempts reached": "harness_error",
  "grader failed": "harness_error",
  error: "harness_error",
};

/**
 * Why a row ended and whether its assertions held. `failureReason` alone decides (promptfoo.md): `error`
 * is set for failed assertions too, and `success` is false for both. Whatever was not graded, or graded on
 * an answer that never came, is `failed: null`, however the file counts it.
 */
export function endingOf(row: PromptfooRow, output: Output, settings: PromptfooSettings): Ending {
  switch (row.failureReason) {
    case PASSED:
      return answered(row, output, settings, false);
    case ASSERTION_FAILED:
      return answered(row, output, settings, true);
    case ERRORED:
      return { ...errorOf(row, output), failed: null, verdict: null };
    default: {
      const found = row.failureReason ?? "none";
      const detail = `failureReason is ${found}, which is none of 0, 1 and 2.`;
      return { ...inferred("unknown", detail), failed: null, verdict: null };
    }
  }
}

function answered(
  row: PromptfooRow,
  output: Output,
  settings: PromptfooSettings,
  failed: boolean,
): Ending {
  const verdict: FileVerdict = failed ? "attacked" : "defended";
  const graderError = componentsOf(row).find((part) => fieldOf(part, "metadata", "graderError"));
  if (graderError !== undefined) {
    const text = textOf(fieldOf(graderError, "reason")) ?? "graderError is set.";
    return { ...recorded("harness_error", `The grader failed: ${text}`), failed: null, verdict };
  }
  if (output.empty) {
    const detail = "The output is empty, and promptfoo judged it all the same.";
    return { ...inferred("empty_output", detail), failed: null, verdict };
  }
  const judged = componentsOf(row).length > 0 ? failed : null;
  const stop = textOf(fieldOf(row.metadata, "stopReason"));
  if (stop !== undefined) return { ...stopped(stop, settings), failed: judged, verdict };
  const flagged = fieldOf(row.response, "guardrails", "flagged") === true;
  if (flagged && !failed) {
    const reason = textOf(fieldOf(row.response, "guardrails", "reason")) ?? "no reason given";
    const detail = `guardrails.flagged: ${reason}`;
    return { ...recorded("guardrail_stop", detail), failed: judged, verdict };
  }
  return { ...finishOf(row), failed: judged, verdict };
}

function finishOf(row: PromptfooRow): Omit<Ending, "failed" | "verdict"> {
  if (row.response?.["isRefusal"] === true) return recorded("agent_refused", "response.isRefusal");
  const finish = textOf(row.response?.["finishReason"]);
  switch (finish?.toLowerCase()) {
    case "refusal":
      return recorded("agent_refused", `finishReason: ${finish}`);
    case "content_filter":
      return recorded("guardrail_stop", `finishReason: ${finish}`);
    case "length":
    case "max_tokens":
      return recorded("budget_limit", `finishReason: ${finish}`);
    default:
      return finish === undefined
        ? inferred("task_done", "The provider answered.")
        : inferred("task_done", `The provider answered; finishReason: ${finish}`);
  }
}

function stopped(stop: string, settings: PromptfooSettings): Omit<Ending, "failed" | "verdict"> {
  const key = stop.toLowerCase();
  const known = Object.hasOwn(STOP_REASONS, key) ? STOP_REASONS[key] : undefined;
  if (known === undefined) return recorded("unknown", `stopReason: ${stop}`);
  if (known !== "attacker-limit") return recorded(known, `stopReason: ${stop}`);
  return recorded(settings.attackerLimitAborts ? "turn_limit" : "task_done", `stopReason: ${stop}`);
}

function errorOf(row: PromptfooRow, output: Output): Omit<Ending, "failed" | "verdict"> {
  const error = textOf(row.error) ?? textOf(row.response?.error);
  if (error === undefined) {
    return inferred("harness_error", "failureReason is 2, and no error is written.");
  }
  // The frames of a stack name functions such as RateLimitRegistry, which say nothing of the cause.
  const message = error.split(/\n[ \t]*at /, 1)[0] ?? error;
  const known = ERROR_TEXTS.find(({ pattern }) => pattern.test(message));
  if (known) return recorded(known.termination, message);
  if (textOf(row.response?.error) !== undefined) return recorded("provider_error", message);
  const answer = row.response !== null && row.response !== undefined && !output.empty;
  const where = answer
    ? "The answer is there, so what judges it failed"
    : "The provider's code threw";
  return inferred("harness_error", `${where}: ${message}`);
}

function componentsOf(row: PromptfooRow): readonly unknown[] {
  return listOf(row.gradingResult?.componentResults) ?? [];
}

function recorded(termination: TerminationReason, detail: string) {
  return { termination, terminationSource: "recorded" as const, terminationDetail: detail };
}

function inferred(termination: TerminationReason, detail: string) {
  return { termination, terminationSource: "inferred" as const, terminationDetail: detail };
}
