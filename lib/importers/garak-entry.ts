import { z } from "zod";
import { headFields } from "./head-fields";
import type { Recognition } from "./importer";
import { fieldOf, listOf, textOf } from "./json-value";

/** What a line of a report may be. */
export const ENTRY_TYPES = ["start_run setup", "init", "attempt", "eval", "completion", "digest"];

/** A report, or the hitlog beside it, which lists the successful attacks alone. */
export function garakKind(head: Uint8Array): "report" | "hitlog" | null {
  const fields = headFields(head);
  const type = fields?.get("entry_type");
  if (typeof type === "string") return ENTRY_TYPES.includes(type) ? "report" : null;
  const hit = ["attempt_id", "probe", "detector", "prompt", "output"];
  return hit.every((name) => fields?.has(name) === true) ? "hitlog" : null;
}

export function recogniseGarak(head: Uint8Array): Recognition {
  return garakKind(head) !== null
    ? { recognised: true }
    : {
        recognised: false,
        lookedFor: `a first line that is a JSON object whose \`entry_type\` is one of ${ENTRY_TYPES.join(", ")}`,
      };
}

/**
 * An attempt: a probe's prompt and the target's answers to it. Up to 0.12 prompt and answers are texts,
 * from 0.13 objects; `status` is 0 new, 1 answered, 2 evaluated.
 */
export const attemptSchema = z.looseObject({
  uuid: z.string().nullish(),
  seq: z.number().int().nullish(),
  status: z.number().int(),
  probe_classname: z.string().min(1),
  prompt: z.unknown().optional(),
  outputs: z.array(z.unknown()).nullish(),
  detector_results: z.record(z.string(), z.array(z.number().nullable())).nullish(),
  notes: z.unknown().optional(),
  goal: z.string().nullish(),
});

export type Attempt = z.infer<typeof attemptSchema>;

export const EVALUATED = 2;

export type Said = { role: string; text: string };

/** The answers in their order; null where the target gave none. */
export function answersOf(attempt: Attempt): (string | null)[] {
  return (attempt.outputs ?? []).map(wordsOf);
}

/** What was said before answer `index`, and the answer, where one came. */
export function conversationOf(attempt: Attempt, index: number): Said[] {
  const answer = answersOf(attempt)[index] ?? null;
  const whole =
    turnsOf(fieldOf(listOf(attempt["conversations"])?.[index], "turns")) ??
    turnsOf(listOf(attempt["messages"])?.[index]);
  const ends = whole?.at(-1);
  if (whole !== null && whole !== undefined && ends?.role === "assistant" && ends.text === answer) {
    return whole;
  }
  const asked = promptOf(attempt);
  return answer === null ? asked : [...asked, { role: "assistant", text: answer }];
}

/** The prompt's turns; one of the user where it is a text. */
export function promptOf(attempt: Attempt): Said[] {
  const { prompt } = attempt;
  const text = wordsOf(prompt);
  if (text !== null) return [{ role: "user", text }];
  return turnsOf(fieldOf(prompt, "turns")) ?? [];
}

function turnsOf(value: unknown): Said[] | null {
  const turns = listOf(value)?.flatMap((turn) => {
    const text = wordsOf(fieldOf(turn, "content"));
    return text === null ? [] : [{ role: textOf(fieldOf(turn, "role")) ?? "user", text }];
  });
  return turns !== undefined && turns.length > 0 ? turns : null;
}

/** A message of any version: a text, or an object with its `text`. */
function wordsOf(message: unknown): string | null {
  if (typeof message === "string") return message;
  const text = fieldOf(message, "text");
  return typeof text === "string" ? text : null;
}
