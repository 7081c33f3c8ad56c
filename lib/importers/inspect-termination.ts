import type { TerminationReason, TerminationSource } from "@/lib/domain/termination";
import type { Transcript } from "./inspect-transcript";
import { fieldOf, isObject, type JsonObject, listOf, textOf } from "./json-value";

export type SampleEnding = {
  termination: TerminationReason;
  terminationSource: TerminationSource;
  terminationDetail: string;
};

/** What exceptions say of themselves; the first that fits. Anything else stopped the harness. */
const ERROR_TEXTS: readonly { pattern: RegExp; termination: TerminationReason }[] = [
  { pattern: /^\s*(?:\w+\.)*Cancelled(?:Error)?\(/, termination: "cancelled" },
  {
    pattern: /context_length_exceeded|maximum context length|context window|prompt is too long/i,
    termination: "context_limit",
  },
  {
    pattern:
      /RateLimit|\bAPI(?:Status|Connection|Timeout|Response)?Error|InternalServerError|ServiceUnavailable|Overloaded|\b(?:429|5\d\d)\b.{0,80}(?:error|status)|(?:error|status)\D{0,20}\b(?:429|5\d\d)\b|BadGateway|ReadTimeout|ConnectTimeout|RemoteProtocolError/i,
    termination: "provider_error",
  },
  { pattern: /sandbox|docker/i, termination: "tool_error" },
];

/** `sample.limit.type` (inspect.md, termination). `custom` is a limit that only the task understands. */
const LIMITS = new Map<string, TerminationReason>([
  ["context", "context_limit"],
  ["message", "turn_limit"],
  ["turn", "turn_limit"],
  ["token", "budget_limit"],
  ["cost", "budget_limit"],
  ["time", "budget_limit"],
  ["working", "budget_limit"],
]);

const APPROVER_ENDED = /^Tool call approver requested termination/;

/** Why an exception ended a sample, by its text; `harness_error` where that says nothing known. */
export function terminationOfError(message: string): TerminationReason {
  return (
    ERROR_TEXTS.find(({ pattern }) => pattern.test(message.slice(0, 20_000)))?.termination ??
    "harness_error"
  );
}

/**
 * Why a sample ended, by the rules of inspect.md in their order: invalidated, error, limit, the reason for
 * which the model's last answer stopped, and last what the transcript shows. A limit ends a sample even
 * when it was scored, because the score is one of a state that was cut off.
 */
export function endingOf(sample: JsonObject, transcript: Transcript): SampleEnding {
  const invalidation = fieldOf(sample, "invalidation");
  if (isObject(invalidation)) {
    const reason = textOf(invalidation["reason"]) ?? "no reason is given";
    return recorded("harness_error", `Invalidated by its owner: ${reason}`);
  }
  const error = textOf(fieldOf(sample, "error", "message"));
  if (error !== undefined || isObject(sample["error"])) {
    const text = error ?? "an error without a message";
    return recorded(terminationOfError(text), text);
  }
  const limit = sample["limit"];
  if (isObject(limit)) return endingOfLimit(limit, transcript);
  const { output } = sample;
  const choice = listOf(fieldOf(output, "choices"))?.[0];
  const last = isObject(choice) ? choice : listOf(transcript.lastOutput?.["choices"])?.[0];
  const outputError = textOf(fieldOf(output, "error"));
  if (!isObject(last) && outputError !== undefined)
    return recorded("provider_error", `The model's output is an error: ${outputError}`);
  return endingOfAnswer(isObject(last) ? last : null, transcript);
}

function endingOfLimit(limit: JsonObject, transcript: Transcript): SampleEnding {
  const type = textOf(limit["type"]) ?? "unknown";
  const said = textOf(limit["reason"]) ?? transcript.limitMessage;
  const bound = limit["limit"];
  const number = typeof bound === "number" ? ` ${bound}` : "";
  const detail = `limit ${type}${number}${said ? `: ${said}` : ""}`;
  if (type === "operator") {
    const byApprover = transcript.wasTerminated || (said !== null && APPROVER_ENDED.test(said));
    return recorded(byApprover ? "guardrail_stop" : "cancelled", detail);
  }
  return recorded(LIMITS.get(type) ?? "unknown", detail);
}

function endingOfAnswer(last: JsonObject | null, transcript: Transcript): SampleEnding {
  const reason = textOf(last?.["stop_reason"]);
  const details = isObject(last?.["stop_details"]) ? last["stop_details"] : null;
  const category = textOf(details?.["category"]) ?? textOf(details?.["type"]);
  switch (reason) {
    case "model_length":
      return recorded(
        "context_limit",
        "The model's context overflowed (stop_reason model_length).",
      );
    case "max_tokens":
      return recorded(
        "budget_limit",
        "The last answer was cut at its most tokens (stop_reason max_tokens).",
      );
    case "content_filter":
      return category === undefined
        ? recorded(
            "provider_error",
            "The provider's filter withheld the last answer (stop_reason content_filter).",
          )
        : recorded("agent_refused", `The model refused (stop_reason content_filter, ${category}).`);
    default:
  }
  if (last === null && transcript.turns === 0)
    return inferred("unknown", "The sample records no answer of the model.");
  if (isEmpty(last, transcript))
    return inferred("empty_output", "The last answer is empty and no tool was called.");
  const detail = `No error and no limit; the last answer ended with stop_reason ${reason ?? "none"}.`;
  return reason === "stop" ? recorded("task_done", detail) : inferred("task_done", detail);
}

function isEmpty(last: JsonObject | null, { calls, events }: Transcript): boolean {
  if (calls.length > 0 || last === null) return false;
  const content = fieldOf(last, "message", "content");
  const said = events.findLast(({ kind, role }) => kind === "message" && role === "assistant");
  const text = typeof content === "string" ? content : (said?.text ?? "");
  return text.trim() === "";
}

function recorded(termination: TerminationReason, terminationDetail: string): SampleEnding {
  return { termination, terminationSource: "recorded", terminationDetail };
}

function inferred(termination: TerminationReason, terminationDetail: string): SampleEnding {
  return { termination, terminationSource: "inferred", terminationDetail };
}
