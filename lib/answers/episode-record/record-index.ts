import { eachField, eachItem, keyIs, parsed, skipBlank, type Span } from "./json-bytes";
import { AGENT, ANSWER, EMPTY, orderSteps, type StepOrder } from "./order-steps";

/** Where the items of a list stand: item n from `[2n]` up to, not including, `[2n + 1]`. */
export type Spans = Uint32Array;

/** A record's bytes and where everything in them stands: all that its slices are read by. */
export type RecordIndex = StepOrder & {
  bytes: Uint8Array;
  events: Spans;
  calls: Spans;
  /** Calls of the attempts before the last, in the order of the record. */
  earlier: Spans[];
  /** What the record calls its marker; "" when it does not say. */
  marker: string;
};

/** Longest text that is still looked at for being blank. */
const SHORT = 256;
const NOTHING: Spans = new Uint32Array(0);

/**
 * One pass over the bytes of an episode's record, which builds no value of it: 64 MiB with 337,000 events
 * take a fraction of the second that JSON.parse and a schema take. Null when the bytes are no object.
 */
export function indexRecord(bytes: Uint8Array): RecordIndex | null {
  const found: { events?: Span; calls?: Span; attempts?: Span; marker?: Span } = {};
  const end = eachField(bytes, skipBlank(bytes, 0), (key, value) => {
    // A field that is written twice counts as its last, as with JSON.parse.
    if (keyIs(bytes, key, "events")) found.events = value;
    else if (keyIs(bytes, key, "calls")) found.calls = value;
    else if (keyIs(bytes, key, "attempts")) found.attempts = value;
    else if (keyIs(bytes, key, "marker")) found.marker = value;
  });
  if (end < 0) return null;
  const events = readEvents(bytes, found.events);
  const calls = readCalls(bytes, found.calls);
  return {
    bytes,
    events: events.spans,
    calls: calls.spans,
    earlier: earlierCalls(bytes, found.attempts),
    marker: markerText(bytes, found.marker),
    ...orderSteps({ ...events, ...calls }),
  };
}

function readEvents(bytes: Uint8Array, span: Span | undefined) {
  const spans: number[] = [];
  const eventCall: number[] = [];
  const eventFlags: number[] = [];
  /** Where the time stands, 0 for none. */
  const times: number[] = [];
  let message = false;
  let answers = false;
  let agent = false;
  let blank = true;
  let call = -1;
  let time = 0;
  const visit = (key: Span, value: Span) => {
    if (keyIs(bytes, key, "kind")) {
      message = keyIs(bytes, inner(value), "message");
      answers = message || keyIs(bytes, inner(value), "retrieval");
    } else if (keyIs(bytes, key, "role")) {
      agent = keyIs(bytes, inner(value), "assistant") || keyIs(bytes, inner(value), "agent");
    } else if (keyIs(bytes, key, "text")) blank = isBlank(bytes, value);
    else if (keyIs(bytes, key, "call")) call = whole(parsed(bytes, value));
    else if (keyIs(bytes, key, "at")) time = value.from;
  };
  eachItem(bytes, span?.from ?? bytes.length, (item) => {
    message = answers = agent = false;
    blank = true;
    call = -1;
    time = 0;
    eachField(bytes, item.from, visit);
    spans.push(item.from, item.to);
    eventCall.push(call);
    times.push(time);
    eventFlags.push(
      (message && agent ? AGENT : 0) |
        (message && blank && call < 0 ? EMPTY : 0) |
        (answers && call >= 0 ? ANSWER : 0),
    );
  });
  const eventAt = (index: number) => instantAt(bytes, times[index] ?? 0);
  return { spans: Uint32Array.from(spans), eventCall, eventFlags, eventAt };
}

function readCalls(bytes: Uint8Array, span: Span | undefined) {
  const spans: number[] = [];
  const callTurn: number[] = [];
  const callAt: number[] = [];
  eachItem(bytes, span?.from ?? bytes.length, (item) => {
    let turn = -1;
    let at = Number.NaN;
    eachField(bytes, item.from, (key, value) => {
      if (keyIs(bytes, key, "turn")) turn = whole(parsed(bytes, value));
      else if (keyIs(bytes, key, "at")) at = instantAt(bytes, value.from);
    });
    spans.push(item.from, item.to);
    callTurn.push(turn);
    callAt.push(at);
  });
  return { spans: Uint32Array.from(spans), callTurn, callAt };
}

function earlierCalls(bytes: Uint8Array, span: Span | undefined): Spans[] {
  const attempts: Spans[] = [];
  eachItem(bytes, span?.from ?? bytes.length, (attempt) => {
    let calls = NOTHING;
    eachField(bytes, attempt.from, (key, value) => {
      if (keyIs(bytes, key, "calls")) calls = readCalls(bytes, value).spans;
    });
    attempts.push(calls);
  });
  // The last attempt's calls are the episode's own.
  return attempts.slice(0, -1);
}

function markerText(bytes: Uint8Array, span: Span | undefined): string {
  let text = "";
  eachField(bytes, span?.from ?? bytes.length, (key, value) => {
    const said = keyIs(bytes, key, "text") ? parsed(bytes, value) : undefined;
    if (typeof said === "string") text = said;
  });
  return text;
}

/** Between a string's quotes. */
function inner({ from, to }: Span): Span {
  return { from: from + 1, to: to - 1 };
}

function isBlank(bytes: Uint8Array, value: Span): boolean {
  if (value.to - value.from > SHORT) return false;
  const text = parsed(bytes, value);
  return typeof text !== "string" || text.trim() === "";
}

function whole(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : -1;
}

function instantAt(bytes: Uint8Array, at: number): number {
  if (at === 0 || bytes[at] !== 0x22) return Number.NaN;
  // An instant is some thirty characters; no other text has to be looked through for its end.
  const end = bytes.subarray(at + 1, at + 65).indexOf(0x22);
  return end < 0
    ? Number.NaN
    : Date.parse(String.fromCharCode(...bytes.subarray(at + 1, at + 1 + end)));
}
