import type { CallRecord } from "@/lib/domain/records";
import { type Attachments } from "./inspect-attachments";
import { contentText, isContent } from "./inspect-messages";
import { isObject, type JsonObject, listOf, textOf } from "./json-value";

type Decision = NonNullable<CallRecord["decision"]>;

/** Kinds of tool errors by which the call reached no tool (inspect.md, termination). */
const NEVER_RAN = new Set(["parsing", "approval", "sandbox_unavailable"]);
const NO_NAME = "(no name)";

export type CallBook = {
  calls: CallRecord[];
  /** A call as the model made it. */
  open(call: JsonObject, turn: number): void;
  /** What came back; gives the index of its call. */
  answer(answer: ToolAnswer, turn: number): number;
  /** True when this call has its answer already. */
  isAnswered(id: string): boolean;
  /** What an approver decided; gives the index of its call. */
  decide(approval: JsonObject, turn: number): number | null;
};

export type ToolAnswer = {
  id: string | undefined;
  tool: string | undefined;
  args?: unknown;
  result: unknown;
  error: unknown;
  at?: string;
  /** Began and has no end in the log. */
  isPending?: boolean;
  /** Ended by an exception of the harness, a termination among them. */
  hasFailed?: boolean;
};

/**
 * Joins the model's calls, the approvers' decisions and the tools' answers by the id of the call. Ids may
 * recur in later turns, so the last call of an id that has no answer yet is meant. A call without an
 * answer did not run: nothing shows that it did.
 */
export function createCallBook(attachments: Attachments): CallBook {
  const calls: CallRecord[] = [];
  const byId = new Map<string, number>();
  const answered = new Set<number>();

  const add = (id: string | undefined, call: CallRecord): number => {
    calls.push(call);
    if (id !== undefined) byId.set(id, calls.length - 1);
    return calls.length - 1;
  };
  const openCall = (call: JsonObject, turn: number): number => {
    const id = textOf(call["id"]);
    const tool = textOf(call["function"]);
    const parseError = textOf(call["parse_error"]);
    return add(id, {
      tool: tool ?? NO_NAME,
      ...(call["arguments"] === undefined ? {} : { args: attachments.resolve(call["arguments"]) }),
      turn,
      executed: false,
      ...(parseError === undefined ? {} : { error: `parsing: ${parseError}` }),
      extra: { id: id ?? null, ...(tool === undefined ? { nameMissing: true } : {}) },
    });
  };
  const lastOf = (id: string | undefined) => (id === undefined ? undefined : byId.get(id));

  return {
    calls,
    open: (call, turn) => {
      openCall(call, turn);
    },
    isAnswered: (id) => answered.has(byId.get(id) ?? -1),
    answer(answer, turn) {
      const known = lastOf(answer.id);
      const index =
        known === undefined || answered.has(known)
          ? openCall({ id: answer.id, function: answer.tool, arguments: answer.args }, turn)
          : known;
      answered.add(index);
      const call = calls[index];
      if (call) calls[index] = answeredCall(call, answer, attachments);
      return index;
    },
    decide(approval, turn) {
      const made = isObject(approval["call"]) ? approval["call"] : {};
      const index = lastOf(textOf(made["id"])) ?? openCall(made, turn);
      const call = calls[index];
      const decision = decisionOf(approval, attachments);
      if (!call || decision === null) return null;
      // The chain escalates until one decides; only a decision replaces what was asked.
      if (decision.outcome === "ask" && call.decision !== undefined) return index;
      const modified = isObject(approval["modified"])
        ? approval["modified"]["arguments"]
        : undefined;
      calls[index] = {
        ...call,
        decision,
        ...(decision.outcome === "modify" && modified !== undefined
          ? {
              args: attachments.resolve(modified),
              extra: { ...call.extra, argsOfModel: call.args ?? null },
            }
          : {}),
      };
      return index;
    },
  };
}

function answeredCall(call: CallRecord, answer: ToolAnswer, attachments: Attachments): CallRecord {
  const error = isObject(answer.error) ? answer.error : null;
  const kind = textOf(error?.["type"]) ?? "unknown";
  const result = resultOf(answer.result, attachments);
  const wasStopped = answer.hasFailed === true && call.decision?.outcome === "deny";
  return {
    ...call,
    ...(answer.at === undefined ? {} : { at: answer.at }),
    ...(kind === "approval" && call.decision === undefined
      ? { decision: { outcome: "deny" as const, rule: "approval" } }
      : {}),
    executed: !wasStopped && !(error !== null && NEVER_RAN.has(kind)),
    ...(result === undefined ? {} : { result }),
    ...(error === null
      ? {}
      : { error: `${kind}: ${String(attachments.resolve(error["message"] ?? ""))}` }),
    ...(answer.isPending === true ? { extra: { ...call.extra, pending: true } } : {}),
  };
}

function resultOf(result: unknown, attachments: Attachments): unknown {
  if (result === undefined || result === null) return undefined;
  return typeof result === "string" || isContent(result)
    ? contentText(result, attachments).text
    : attachments.resolve(result);
}

/**
 * An approval event as a decision (inspect.md, policy decision). One of stage `result` comes after the
 * tool has run: what it withholds is the result, not the act, so it is a modification and never a denial.
 */
function decisionOf(approval: JsonObject, attachments: Attachments): Decision | null {
  const outcome = outcomeOf(approval["decision"], approval["stage"] === "result");
  if (outcome === null) return null;
  const approver = textOf(approval["approver"]);
  const explanation = textOf(attachments.resolve(approval["explanation"]));
  const isTermination = approval["decision"] === "terminate";
  const reason = isTermination ? `terminate: ${explanation ?? ""}`.trim() : explanation;
  return {
    outcome,
    ...(approver === undefined ? {} : { rule: approver }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function outcomeOf(decision: unknown, afterwards: boolean): Decision["outcome"] | null {
  switch (decision) {
    case "approve":
      return "allow";
    case "modify":
      return "modify";
    case "reject":
    case "terminate":
      return afterwards ? "modify" : "deny";
    case "escalate":
      return "ask";
    default:
      return null;
  }
}

/** The calls that an assistant's message makes. */
export function toolCallsOf(message: JsonObject): JsonObject[] {
  return (listOf(message["tool_calls"]) ?? []).filter(isObject);
}
