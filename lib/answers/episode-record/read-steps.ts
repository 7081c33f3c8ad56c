import type {
  EpisodeStep,
  StepCall,
  StepEvent,
  StepField,
  TextPart,
} from "@/lib/domain/episode-steps";
import type { StepSlice } from "@/lib/domain/episode-steps";
import { callSchema, eventSchema } from "@/lib/domain/records";
import { eachField, parsed, type Span, utf8, valueEnd } from "./json-bytes";
import type { RecordIndex } from "./record-index";
import { textPart } from "./text-part";

/** Limits of one slice: a record of 337,000 events or of 64 MiB must not become a page of that size. */
export const SLICE_STEPS = 100;
const SLICE_COST = 400_000;
/** Bytes of a text that a slice shows, and that are handed out when more is asked for. */
export const PREVIEW_BYTES = 8_192;
export const MORE_BYTES = 65_536;
/** Of a rule, a reason, a role: they stand in a line of ours. */
const LINE_BYTES = 4_096;
/** What a character that is drawn by its name costs beside a legible one: an element of the page. */
const NAMED_COST = 40;
const NAMED = /[^\P{C}\t\n]|[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u2028\u2029]/gu;

/** Which calls and events: those of the record itself, or the calls of an earlier attempt, from 0. */
export type Sequence = { index: RecordIndex; earlier: number | null };

/** Where a step stands in the bytes. */
export type StepPlace = {
  kind: "event" | "call";
  index: number;
  turn: number;
  span: Span;
  resultInEvent: boolean;
};

export function stepCount({ index, earlier }: Sequence): number {
  return earlier === null ? index.order.length : (index.earlier[earlier]?.length ?? 0) / 2;
}

export function stepAt(sequence: Sequence, position: number): StepPlace {
  const { index, earlier } = sequence;
  if (earlier !== null) {
    const span = spanAt(index.earlier[earlier], position);
    return { kind: "call", index: position, turn: 0, span, resultInEvent: false };
  }
  const step = index.order[position] ?? 0;
  const kind = step < 0 ? "call" : "event";
  const at = step < 0 ? ~step : step;
  return {
    kind,
    index: at,
    turn: index.turns[position] ?? 0,
    span: spanAt(kind === "call" ? index.calls : index.events, at),
    resultInEvent: kind === "call" && index.answered[at] === 1,
  };
}

/** The position of a call or event among the steps; null when it is not drawn, or is not there. */
export function positionOf(
  { index, earlier }: Sequence,
  moment: { kind: "event" | "call"; index: number },
): number | null {
  if (earlier !== null) {
    const calls = (index.earlier[earlier]?.length ?? 0) / 2;
    return moment.kind === "call" && moment.index < calls ? moment.index : null;
  }
  const at = index.order.indexOf(moment.kind === "call" ? ~moment.index : moment.index);
  return at < 0 ? null : at;
}

/** The steps from position `from` on, as many as fit on a page, at least one; long texts are cut. */
export function readSlice(sequence: Sequence, from: number, most = SLICE_STEPS): StepSlice {
  const length = stepCount(sequence);
  const start = Math.max(0, Math.min(Math.trunc(from) || 0, length - 1));
  const steps: EpisodeStep[] = [];
  let cost = 0;
  for (let at = start; at < length && steps.length < most; at += 1) {
    const step = readStep(sequence.index.bytes, stepAt(sequence, at));
    cost += costOf(step);
    if (steps.length > 0 && cost > SLICE_COST) break;
    steps.push(step);
  }
  const end = start + steps.length;
  return { steps, from: start, next: end < length ? end : null, length };
}

/** More of one value of a step; null when the step has no such value. */
export function readMore(
  sequence: Sequence,
  place: { kind: "event" | "call"; index: number },
  field: StepField,
  from: number,
): TextPart | null {
  const at = positionOf(sequence, place);
  if (at === null) return null;
  const { bytes } = sequence.index;
  const value = fieldsOf(bytes, stepAt(sequence, at).span).get(field);
  return value === undefined ? null : textPart(bytes, value, from, MORE_BYTES);
}

export function fieldsOf(bytes: Uint8Array, span: Span): Map<string, Span> {
  const fields = new Map<string, Span>();
  eachField(bytes, span.from, (key, from) => {
    const value = { from, to: valueEnd(bytes, from) };
    const name = utf8(bytes, key.from, Math.min(key.to, key.from + 64));
    fields.set(name.includes("\\") ? String(parsed(bytes, around(key))) : name, value);
    return value.to;
  });
  return fields;
}

const eventHead = eventSchema.pick({
  kind: true,
  role: true,
  untrusted: true,
  at: true,
  call: true,
});
const callHead = callSchema.pick({
  tool: true,
  turn: true,
  at: true,
  decision: true,
  executed: true,
  authorised: true,
  marker: true,
});

function readStep(bytes: Uint8Array, place: StepPlace): EpisodeStep {
  const { kind, index, turn, span, resultInEvent } = place;
  const fields = fieldsOf(bytes, span);
  const text = (name: StepField) => {
    const value = fields.get(name);
    return value === undefined ? null : textPart(bytes, value, 0, PREVIEW_BYTES);
  };
  if (kind === "event") {
    const head = eventHead.safeParse(headOf(bytes, fields, Object.keys(eventHead.shape)));
    if (!head.success) return { kind: "unreadable", of: kind, index, turn };
    const event: StepEvent = { ...head.data, text: text("text") };
    return { kind, index, turn, event };
  }
  const head = callHead.safeParse(headOf(bytes, fields, Object.keys(callHead.shape)));
  if (!head.success) return { kind: "unreadable", of: kind, index, turn };
  const call: StepCall = {
    ...head.data,
    args: text("args"),
    result: resultInEvent ? null : text("result"),
    error: text("error"),
  };
  return { kind, index, turn, call, resultInEvent, points: null };
}

/** The short fields of a step as values; a long string in them is cut. */
function headOf(
  bytes: Uint8Array,
  fields: ReadonlyMap<string, Span>,
  names: readonly string[],
): Record<string, unknown> {
  const head: Record<string, unknown> = {};
  for (const name of names) {
    const value = fields.get(name);
    if (value === undefined) continue;
    head[name] =
      value.to - value.from > LINE_BYTES ? cut(parsed(bytes, value)) : parsed(bytes, value);
  }
  return head;
}

function cut(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > LINE_BYTES ? `${value.slice(0, LINE_BYTES)}…` : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]));
}

function costOf(step: EpisodeStep): number {
  if (step.kind === "unreadable") return 0;
  const parts =
    step.kind === "event" ? [step.event.text] : [step.call.args, step.call.result, step.call.error];
  return parts.reduce((sum, part) => sum + (part === null ? 0 : costOfText(part.text)), 0);
}

function costOfText(text: string): number {
  return text.length + NAMED_COST * (text.match(NAMED)?.length ?? 0);
}

function spanAt(spans: Uint32Array | undefined, at: number): Span {
  return { from: spans?.[at * 2] ?? 0, to: spans?.[at * 2 + 1] ?? 0 };
}

function around({ from, to }: Span): Span {
  return { from: from - 1, to: to + 1 };
}
