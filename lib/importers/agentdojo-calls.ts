import type { CallRecord, EventRecord } from "@/lib/domain/records";
import { driftRefusals, meaningOf } from "./agentdojo-blocks";
import { type LogMessage, type LogToolCall, textOf, thinkingOf } from "./agentdojo-log";

export type Transcript = {
  calls: CallRecord[];
  events: EventRecord[];
  /** Calls that the assistant made or a tool answered, without those that DRIFT refused in a message. */
  toolCalls: number;
  /** Messages of the assistant. */
  turns: number;
};

type Open = { index: number; id: string | null };

/**
 * The messages as events in their order, and the assistant's calls joined to the tools' answers: by id
 * where an open call has it, else in order, because ids may be null or missing and are unique nowhere. An
 * answer without an open call (CaMeL logs only those) is a call by itself. A call without an answer is
 * not counted as executed: nothing shows that it ran.
 */
export function readTranscript(messages: readonly LogMessage[]): Transcript {
  const calls: CallRecord[] = [];
  const events: EventRecord[] = [];
  let open: Open[] = [];
  let turns = 0;
  let refused = 0;

  for (const message of messages) {
    if (message.role === "assistant") {
      turns += 1;
      events.push(eventOf(message));
      open = [];
      for (const call of message.tool_calls ?? []) {
        open.push({ index: calls.length, id: call.id ?? null });
        calls.push({ ...callOf(call, turns), executed: false });
      }
    } else if (message.role === "tool") {
      const index = takeOpen(open, message) ?? addOrphan(calls, message, turns);
      const call = calls[index];
      if (call) calls[index] = answered(call, message);
      events.push({ ...eventOf(message), untrusted: true, call: index });
    } else {
      const denied = driftRefusals(message, turns);
      const event = eventOf(message);
      events.push(denied.length > 0 ? { ...event, kind: "decision", call: calls.length } : event);
      calls.push(...denied);
      refused += denied.length;
    }
  }
  return { calls, events, turns, toolCalls: calls.length - refused };
}

function takeOpen(open: Open[], message: LogMessage): number | null {
  const id = message.tool_call_id ?? message.tool_call?.id ?? null;
  const byId = id === null ? -1 : open.findIndex((call) => call.id === id);
  const [taken] = open.splice(Math.max(byId, 0), 1);
  return taken?.index ?? null;
}

function addOrphan(calls: CallRecord[], message: LogMessage, turn: number): number {
  const call = message.tool_call ?? { function: "", args: undefined };
  calls.push({ ...callOf(call, turn), executed: false });
  return calls.length - 1;
}

function callOf(call: LogToolCall, turn: number): Omit<CallRecord, "executed"> {
  const { function: tool, args, id, placeholder_args: placeholders } = call;
  return {
    // A model can call a tool without a name; the record needs one, and says that it is not the model's.
    tool: tool === "" ? "(no name)" : tool,
    ...(args === undefined ? {} : { args }),
    turn,
    extra: {
      id: id ?? null,
      ...(tool === "" ? { nameMissing: true } : {}),
      ...(placeholders === null || placeholders === undefined ? {} : { placeholders }),
    },
  };
}

function answered(call: CallRecord, answer: LogMessage): CallRecord {
  return {
    ...call,
    ...meaningOf(answer),
    result: textOf(answer),
    ...(answer.error ? { error: answer.error } : {}),
  };
}

function eventOf(message: LogMessage): EventRecord {
  const thinking = thinkingOf(message);
  const error = message.role === "tool" ? null : message.error;
  const extra = {
    ...(thinking.length > 0 ? { thinking } : {}),
    ...(error ? { error } : {}),
  };
  return {
    kind: "message",
    role: message.role,
    text: textOf(message),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}
