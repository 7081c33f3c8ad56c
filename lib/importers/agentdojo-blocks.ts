import type { CallRecord } from "@/lib/domain/records";
import { type LogMessage, textOf } from "./agentdojo-log";

type Decision = NonNullable<CallRecord["decision"]>;

/** What an answer tells about its call: what the policy decided, and whether the tool ran. */
export type AnswerMeaning = { executed: boolean; decision?: Decision };

const WITHHELD = "<Data omitted because a prompt injection was detected>";

/** Texts by which a policy refuses a call before the tool runs (agentdojo.md, policy decisions). */
const DENIALS: readonly { pattern: RegExp; rule: string }[] = [
  { pattern: /^(?:ValidationError: )?The tool '[^']*' is not allowed\./, rule: "progent: tool" },
  {
    // Progent checks arguments against a JSON Schema and appends this sentence to what fails.
    pattern: /^ValidationError: .*Please try other tools or arguments and continue to finish/s,
    rule: "progent: arguments",
  },
  { pattern: /^Blocked by security policy\.?$/, rule: "interbolt" },
];

/** Errors of the harness itself: the call was malformed and reached no tool. */
const NEVER_RAN = [
  /^Invalid tool .* provided\.$/s,
  /^ValidationError: \d+ validation errors? for Input schema for `/,
];

/**
 * Reads the answer to a call. Known block texts only, the whole of them or from their beginning, so that
 * text from a web page cannot pass for a decision; any other error is the tool's own, which ran.
 *
 * The detector of prompt injections works after the tool: it withholds the result of a call that has been
 * executed (logs show mails whose answer it removed and whose attack succeeded). That is `modify`, not
 * `deny`: calling it stopped would claim a containment that did not happen.
 */
export function meaningOf(answer: LogMessage): AnswerMeaning {
  const error = answer.error ?? "";
  const denial = DENIALS.find(({ pattern }) => pattern.test(error));
  if (denial) {
    return { executed: false, decision: { outcome: "deny", rule: denial.rule, reason: error } };
  }
  if (textOf(answer).trim() === WITHHELD) {
    const rule = "prompt injection detector: result withheld";
    return { executed: true, decision: { outcome: "modify", rule, reason: WITHHELD } };
  }
  return { executed: !NEVER_RAN.some((pattern) => pattern.test(error)) };
}

const DRIFT_REFUSAL = /\[CALL ERROR\] The function calling of \[(.*?)\] has been refused/s;
/** Start of such a message: bare, or as the Python literal of a message within an error element. */
const DRIFT_START =
  /^\s*(?:<\/?function_error>\s*)?(?:\{'role': 'user', 'content': ['"])?\[CALL ERROR\]/;
const DRIFT_CALL = /'name': '([^']+)', 'arguments': '(.*?)'\}\}/gs;

/**
 * The calls that DRIFT refused before any tool saw them: it tells them in a user's message, as a Python
 * literal, and leaves them out of `tool_calls`. Empty for any other message. Arguments that cannot be
 * read are left out.
 */
export function driftRefusals(message: LogMessage, turn: number): CallRecord[] {
  if (message.role !== "user") return [];
  const text = textOf(message);
  if (!DRIFT_START.test(text)) return [];
  const plain = text.includes("\\'") ? text.replaceAll("\\'", "'") : text;
  const listed = DRIFT_REFUSAL.exec(plain)?.[1] ?? "";
  return [...listed.matchAll(DRIFT_CALL)].flatMap(([, tool, args]) =>
    tool === undefined
      ? []
      : [
          {
            tool,
            ...argsOf(args),
            turn,
            decision: { outcome: "deny" as const, rule: "drift: checklist" },
            executed: false,
          },
        ],
  );
}

function argsOf(text: string | undefined): { args?: unknown } {
  try {
    return { args: JSON.parse(text ?? "") };
  } catch {
    return {};
  }
}
