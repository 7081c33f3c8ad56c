import type { TerminationReason, TerminationSource } from "@/lib/domain/termination";
import type { CallRow, DecisionRow, ReplicaRow, TurnRow } from "./norn-rows";

export type NornEnding = {
  termination: TerminationReason;
  terminationSource: TerminationSource;
  terminationDetail: string;
  /** Ended without a word after calling tools, which some models do when they are done. */
  silentFinish: boolean;
};

export type Evidence = {
  replica: ReplicaRow;
  decision: DecisionRow | undefined;
  /** The model's own, in order; the judge's are none of the episode. Empty when none are recorded. */
  turns: readonly TurnRow[];
  calls: readonly CallRow[];
  /** The campaign's `max_turns`, when it is known. */
  maxTurns: number | null;
};

/** What the runner writes for an answer without text. */
export const NO_RESPONSE = "(no response)";

/**
 * What `error_message` says, by its first match. The runner drops the body of an HTTP 400, so whether it
 * was the context's length cannot be told unless the text says so.
 */
const ERRORS: readonly { pattern: RegExp; termination: TerminationReason }[] = [
  { pattern: /^Unexpected error:/i, termination: "harness_error" },
  {
    pattern: /context[ _]?(?:length|window|limit|size)|maximum context|too many tokens/i,
    termination: "context_limit",
  },
  { pattern: /\(HTTP 400\)/, termination: "unknown" },
  {
    pattern:
      /timed out|^Cannot connect to|\b401 Unauthorized|returned no choices|^Invalid response from|\(HTTP [345]\d\d\)/i,
    termination: "provider_error",
  },
];

/** A score of `blocked` can also mean that the agent did nothing forbidden, which is no refusal. */
const NOTHING_DONE = /no attack behaviou?r|all tool calls authori[sz]ed/i;

/**
 * Why a replica ended. Only an error message is `recorded`; a turn limit, a refusal and an empty answer
 * have no field, so they are `inferred` and the detail says by which rule (norn.md, termination).
 */
export function endingOf(evidence: Evidence): NornEnding {
  const { replica, decision } = evidence;
  switch (replica.state) {
    case "completed":
      return decision === undefined
        ? inferred("unknown", "The replica is completed but nothing scored it.")
        : completed(evidence, decision);
    case "failed":
      return failed(replica);
    case "running":
      return inferred("unknown", "The replica was still running: the process died.");
    case "pending":
      return inferred("unknown", "The replica was pending and never ran.");
    default:
      return inferred("unknown", "The replica has none of Norn's states.");
  }
}

function failed({ error_message: message }: ReplicaRow): NornEnding {
  if (!message) return inferred("unknown", "The replica failed without a message.");
  const known = ERRORS.find(({ pattern }) => pattern.test(message));
  return {
    termination: known?.termination ?? "unknown",
    terminationSource: "recorded",
    terminationDetail: message,
    silentFinish: false,
  };
}

function completed(evidence: Evidence, decision: DecisionRow): NornEnding {
  const { turns, calls, maxTurns } = evidence;
  if (reachedTurnLimit(evidence)) {
    const rule = `The last of ${String(maxTurns)} turns (max_turns) still calls a tool.`;
    return inferred("turn_limit", rule);
  }
  const last = turns.at(-1);
  const isSilent = last !== undefined && (last.response ?? NO_RESPONSE) === NO_RESPONSE;
  const calledLast = last !== undefined && calls.some((call) => call.turn === last.turn);
  if (isSilent && !calledLast) {
    if (calls.length === 0) {
      return inferred("empty_output", "The answer is empty and no tool was called.");
    }
    const detail = `silent-finish: the last answer is empty after ${calls.length} calls.`;
    return { ...inferred("task_done", detail), silentFinish: true };
  }
  if (decision.status === "blocked" && !NOTHING_DONE.test(decision.reasoning ?? "")) {
    return inferred("agent_refused", "Norn's scorer has the status blocked.");
  }
  return inferred("task_done", "The replica is completed and scored.");
}

/** With turns recorded: all of them used and the last one calls; without: a call in the last turn. */
function reachedTurnLimit({ turns, calls, maxTurns }: Evidence): boolean {
  if (maxTurns === null) return false;
  const last = turns.at(-1);
  if (last === undefined) return calls.some((call) => call.turn >= maxTurns - 1);
  return turns.length >= maxTurns && calls.some((call) => call.turn === last.turn);
}

function inferred(termination: TerminationReason, detail: string): NornEnding {
  return {
    termination,
    terminationSource: "inferred",
    terminationDetail: detail,
    silentFinish: false,
  };
}
