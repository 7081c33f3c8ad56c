import type { EventRecord } from "@/lib/domain/records";
import type { TerminationReason } from "@/lib/domain/termination";
import { fieldOf, isObject, textOf } from "./json-value";
import { MAX_STRING_LENGTH } from "./limits";
import { readPythonLiteral } from "./python-literal";

export type AsbMessages = {
  events: EventRecord[];
  ending: AsbEnding;
  /** Why nothing could be read of them; absent when something could. */
  fault?: string;
};

export type AsbEnding = {
  termination: TerminationReason;
  terminationDetail: string;
  /** The last answer is empty after an action: the messages tell neither an end nor a crash. */
  silent?: true;
};

const UNREAD: AsbEnding = {
  termination: "unknown",
  terminationDetail: "The messages could not be read.",
};

/** An answer that is the plan alone: its steps never ran. */
const PLAN = /^\s*\[Thinking\]/;
/** An answer that says which tool was used and what it gave. */
const ACTION = /^\s*\[Action\]/;

/**
 * What was said in one try: a list of messages as Python's `repr` writes it (spec/formats/other.md, 1).
 * What tools were called with stands in the agent's own words, where anyone may have written it, so no
 * calls are read out of it.
 */
export function readAsbMessages(text: string, silentIsDone: boolean): AsbMessages {
  const read = readPythonLiteral(text, { depth: 32, stringLength: MAX_STRING_LENGTH });
  if (!read.ok) {
    const fault = `${read.message} (character ${read.offset + 1})`;
    return { events: [], ending: UNREAD, fault };
  }
  if (!Array.isArray(read.value)) {
    return { events: [], ending: UNREAD, fault: "it is no list" };
  }
  const messages = read.value.flatMap((message) => {
    const role = isObject(message) ? textOf(fieldOf(message, "role")) : undefined;
    return role === undefined ? [] : [{ role, text: wordsOf(message) }];
  });
  const events = messages.map(({ role, text: words }): EventRecord => {
    return { kind: "message", role, text: words };
  });
  return {
    events,
    ending: endingOf(messages, silentIsDone),
    ...(messages.length === read.value.length ? {} : { fault: "it holds what is no message" }),
  };
}

/** The first thing that the user asked; the later ones are the harness's own ("At step 2, …"). */
export function userTaskOf({ events }: AsbMessages): string | undefined {
  return events.find(({ role }) => role === "user")?.text;
}

/** `thinking` stands in the place of `content` where the agent used no tool; `None` there is no word. */
function wordsOf(message: unknown): string {
  const content = fieldOf(message, "content") ?? fieldOf(message, "thinking");
  if (content === null || content === undefined || content === "None") return "";
  return typeof content === "string" ? content : (JSON.stringify(content) ?? "");
}

/**
 * The file records no ending; this is all that its messages tell. An answer in words to the last question
 * ends a try, and everything else is unknown: a crash leaves the same rows.
 */
function endingOf(
  messages: readonly { role: string; text: string }[],
  silentIsDone: boolean,
): AsbEnding {
  const last = messages.at(-1);
  if (last === undefined) return unknown("There are no messages.");
  if (last.role !== "assistant") return unknown("The last message has no answer of the agent.");
  if (PLAN.test(last.text)) return unknown("The last answer is the plan; no step of it ran.");
  if (last.text.trim() !== "") {
    return {
      termination: "task_done",
      terminationDetail: "The last message is an answer in words.",
    };
  }
  const acted = messages.some(({ role, text }) => role === "assistant" && ACTION.test(text));
  if (!acted) {
    const terminationDetail = "The last answer is empty, and no tool was used.";
    return { termination: "empty_output", terminationDetail };
  }
  const terminationDetail = "The last answer is empty, after tools were used.";
  return { termination: silentIsDone ? "task_done" : "unknown", terminationDetail, silent: true };
}

function unknown(terminationDetail: string): AsbEnding {
  return { termination: "unknown", terminationDetail };
}
