import { STEP_FIELDS, type StepHit, type StepSearch } from "@/lib/domain/episode-steps";
import { excerptAround } from "./excerpt";
import { parsed, type Span, utf8 } from "./json-bytes";
import { fieldsOf, type Sequence, stepAt, stepCount } from "./read-steps";

const MOST_HITS = 50;
/** How long one answer may take, and after how long others are let through, in milliseconds. */
const BUDGET_MS = 1_000;
const TURN_MS = 50;
const BACKSLASH = 0x5c;

/**
 * Looks for a text in every value of every step from position `from` on, letters of either case alike. It
 * ends at 50 hits or after a second and says where to go on; other requests are served in between.
 *
 * @param clock milliseconds, for tests
 */
export async function searchSteps(
  sequence: Sequence,
  sought: string,
  from: number,
  clock: () => number = () => performance.now(),
): Promise<StepSearch> {
  const length = stepCount(sequence);
  const pattern = new RegExp(sought.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  const hits: StepHit[] = [];
  const begun = clock();
  let turned = begun;
  let position = Math.max(0, Math.trunc(from) || 0);
  for (; position < length && hits.length < MOST_HITS; position += 1) {
    hits.push(...hitsOf(sequence, position, pattern));
    const now = clock();
    if (now - begun > BUDGET_MS) {
      position += 1;
      break;
    }
    if (now - turned > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turned = clock();
    }
  }
  return { hits, next: position < length ? position : null, length };
}

function hitsOf(sequence: Sequence, position: number, pattern: RegExp): StepHit[] {
  const { bytes } = sequence.index;
  const { kind, index, span, resultInEvent } = stepAt(sequence, position);
  // Nearly all steps hold nothing of it: those without an escape are told by their bytes alone.
  const slash = bytes.subarray(span.from, span.to).indexOf(BACKSLASH);
  if (slash < 0 && !found(pattern, utf8(bytes, span.from, span.to))) return [];
  const fields = fieldsOf(bytes, span);
  const hits: StepHit[] = [];
  for (const field of [...STEP_FIELDS, "tool"] as const) {
    if (field === "result" && resultInEvent) continue;
    const values = field === "tool" ? ["tool", "decision"] : [field];
    const text = values.map((name) => textOf(bytes, fields.get(name))).join(" ");
    pattern.lastIndex = 0;
    const all = [...text.matchAll(pattern)];
    const [first] = all;
    if (first === undefined) continue;
    const at = first.index;
    const end = at + first[0].length;
    hits.push({
      kind,
      index,
      position,
      field,
      ...excerptAround(text, at, end),
      match: first[0],
      times: all.length,
    });
  }
  return hits;
}

function found(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** A value as it is searched: a string's characters, the leaves and keys of anything else, in order. */
function textOf(bytes: Uint8Array, span: Span | undefined): string {
  if (span === undefined) return "";
  const value = parsed(bytes, span);
  if (typeof value === "string") return value;
  const words: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") words.push(next);
    else if (Array.isArray(next)) for (const inner of next.toReversed()) left.push(inner);
    else if (typeof next === "object" && next !== null) {
      for (const [key, inner] of Object.entries(next).toReversed()) left.push(inner, key);
    } else words.push(JSON.stringify(next) ?? "");
  }
  return words.join(" ");
}
