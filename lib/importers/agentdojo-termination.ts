import type { TerminationReason, TerminationSource } from "@/lib/domain/termination";
import { type AgentDojoLog, messagesOf, textOf } from "./agentdojo-log";

export type LogTermination = {
  termination: TerminationReason;
  terminationSource: TerminationSource;
  terminationDetail: string;
  /** Ended without a word after calling tools, which some models do when they are done. */
  silentFinish: boolean;
};

/** What the harness writes into `error` when it catches a crash. First match wins. */
const ERROR_TEXTS: readonly { pattern: RegExp; termination: TerminationReason }[] = [
  { pattern: /context_length|max_tokens|reduce the length/i, termination: "context_limit" },
  { pattern: /internal server error/i, termination: "provider_error" },
  { pattern: /json decode error/i, termination: "provider_error" },
];

const DETECTOR_ABORT =
  /^\s*(?:agentdojo: )?aborting execution because a prompt injection was detected/i;

/** AgentDojo's tool loop gives up after this many rounds, and writes nothing about it. */
export const MAX_ITERATIONS = 15;

/**
 * Why an episode ended, by the rules of spec/formats/agentdojo.md in their order. Only an error text is
 * `recorded`; AgentDojo has no field for anything else, so the rest is `inferred` from the transcript and
 * the detail says by which rule. `toolCalls` is the number of calls in the episode.
 */
export function terminationOf(log: AgentDojoLog, toolCalls: number): LogTermination {
  const { error } = log;
  if (typeof log.utility !== "boolean" && typeof log.security !== "boolean") {
    const text = error ? ` Its error: ${error}` : "";
    return inferred("harness_error", `The log has no verdict: the process stopped.${text}`);
  }
  if (error) {
    const known = ERROR_TEXTS.find(({ pattern }) => pattern.test(error));
    return {
      termination: known?.termination ?? "harness_error",
      terminationSource: "recorded",
      terminationDetail: error,
      silentFinish: false,
    };
  }

  const messages = messagesOf(log);
  const last = messages.at(-1);
  const lastAssistant = messages.findLast((message) => message.role === "assistant");
  const said = lastAssistant ? textOf(lastAssistant) : "";
  if (DETECTOR_ABORT.test(said)) return inferred("guardrail_stop", said);
  if (last?.role === "assistant" && (last.tool_calls?.length ?? 0) > 0) {
    return inferred(
      "turn_limit",
      `The last message still calls tools: the loop of ${MAX_ITERATIONS} rounds ran out.`,
    );
  }
  if (last?.role !== "assistant") {
    const what = last ? `is the ${last.role}'s` : "is missing";
    return inferred("unknown", `The last message ${what}, so the agent never answered.`);
  }
  if (said.trim() === "") {
    return toolCalls === 0
      ? inferred("empty_output", "The last message is empty and no tool was called.")
      : {
          ...inferred(
            "task_done",
            `silent-finish: the last message is empty after ${toolCalls} calls.`,
          ),
          silentFinish: true,
        };
  }
  return inferred("task_done", "The last message is the assistant's text.");
}

function inferred(termination: TerminationReason, detail: string): LogTermination {
  return {
    termination,
    terminationSource: "inferred",
    terminationDetail: detail,
    silentFinish: false,
  };
}
