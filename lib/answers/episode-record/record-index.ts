import { AGENT_ROLES } from "@/lib/domain/agent-role";
import { eachField, eachItem, keyIs, parsed, skipBlank, type Span, valueEnd } from "./json-bytes";
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
 * take a fraction of the time that JSON.parse and a schema take. Null when the bytes are no object.
 */
export function indexRecord(bytes: Uint8Array): RecordIndex | null {
  let events = noEvents();
  let calls = noCalls();
  let earlier: Spans[] = [];
  let marker = "";
  const end = eachField(bytes, skipBlank(bytes, 0), (key, from) => {
    // A field that is written twice counts as its last, as with JSON.parse.
    if (keyIs(bytes, key, "events")) return readEvents(bytes, from, (events = noEvents()));
    if (keyIs(bytes, key, "calls")) return readCalls(bytes, from, (calls = noCalls()));
    const to = valueEnd(bytes, from);
    if (keyIs(bytes, key, "attempts")) earlier = earlierCalls(bytes, from);
    else if (keyIs(bytes, key, "marker")) marker = markerText(parsed(bytes, { from, to }));
    return to;
  });
  if (end < 0) return null;
  const { times } = events;
  const eventAt = (index: number) => instantAt(bytes, times[index] ?? 0);
  return {
    bytes,
    events: new Uint32Array(events.spans),
    calls: new Uint32Array(calls.spans),
    earlier,
    marker,
    ...orderSteps({ ...events, eventAt, ...calls }),
  };
}

type FoundEvents = {
  spans: number[];
  eventCall: number[];
  eventFlags: number[];
  /** Where the time stands, 0 for none. */
  times: number[];
};
type FoundCalls = { spans: number[]; callTurn: number[]; callAt: number[] };

function noEvents(): FoundEvents {
  return { spans: [], eventCall: [], eventFlags: [], times: [] };
}

function noCalls(): FoundCalls {
  return { spans: [], callTurn: [], callAt: [] };
}

/** The end of the list at `from`, whose events go into `found`. */
function readEvents(bytes: Uint8Array, from: number, found: FoundEvents): number {
  let message = false;
  let answers = false;
  let agent = false;
  let blank = true;
  let call = -1;
  let time = 0;
  const field = (key: Span, at: number) => {
    const to = valueEnd(bytes, at);
    if (keyIs(bytes, key, "kind")) {
      message = keyIs(bytes, inner(at, to), "message");
      answers = message || keyIs(bytes, inner(at, to), "retrieval");
    } else if (keyIs(bytes, key, "role")) {
      agent = AGENT_ROLES.some((role) => keyIs(bytes, inner(at, to), role));
    } else if (keyIs(bytes, key, "text")) blank = isBlank(bytes, { from: at, to });
    else if (keyIs(bytes, key, "call")) call = whole(parsed(bytes, { from: at, to }));
    else if (keyIs(bytes, key, "at")) time = at;
    return to;
  };
  const end = eachItem(bytes, from, (at) => {
    message = answers = agent = false;
    blank = true;
    call = -1;
    time = 0;
    const to = endOf(bytes, at, eachField(bytes, at, field));
    found.spans.push(at, to);
    found.eventCall.push(call);
    found.times.push(time);
    found.eventFlags.push(
      (message && agent ? AGENT : 0) |
        (message && blank && call < 0 ? EMPTY : 0) |
        (answers && call >= 0 ? ANSWER : 0),
    );
    return to;
  });
  return endOf(bytes, from, end);
}

function readCalls(bytes: Uint8Array, from: number, found: FoundCalls): number {
  const end = eachItem(bytes, from, (at) => {
    let turn = -1;
    let time = Number.NaN;
    const fieldsEnd = eachField(bytes, at, (key, value) => {
      const to = valueEnd(bytes, value);
      if (keyIs(bytes, key, "turn")) turn = whole(parsed(bytes, { from: value, to }));
      else if (keyIs(bytes, key, "at")) time = instantAt(bytes, value);
      return to;
    });
    const to = endOf(bytes, at, fieldsEnd);
    found.spans.push(at, to);
    found.callTurn.push(turn);
    found.callAt.push(time);
    return to;
  });
  return endOf(bytes, from, end);
}

/** What was found of a value that is not what it should be; such a value is passed over whole. */
function endOf(bytes: Uint8Array, from: number, found: number): number {
  return found < 0 ? valueEnd(bytes, from) : found;
}

function earlierCalls(bytes: Uint8Array, from: number): Spans[] {
  const attempts: Spans[] = [];
  eachItem(bytes, from, (attempt) => {
    let calls = NOTHING;
    const end = eachField(bytes, attempt, (key, value) => {
      if (!keyIs(bytes, key, "calls")) return valueEnd(bytes, value);
      const found = noCalls();
      const to = readCalls(bytes, value, found);
      calls = new Uint32Array(found.spans);
      return to;
    });
    attempts.push(calls);
    return endOf(bytes, attempt, end);
  });
  // The last attempt's calls are the episode's own.
  return attempts.slice(0, -1);
}

function markerText(marker: unknown): string {
  return typeof marker === "object" &&
    marker !== null &&
    "text" in marker &&
    typeof marker.text === "string"
    ? marker.text
    : "";
}

/** Between a string's quotes. */
function inner(from: number, to: number): Span {
  return { from: from + 1, to: to - 1 };
}

function isBlank(bytes: Uint8Array, value: Span): boolean {
  const first = bytes[value.from + 1] ?? 0;
  // A letter, a digit or a mark of ASCII other than an escape: nearly every text begins with one.
  if (first > 0x22 && first < 0x7f && first !== 0x5c) return bytes[value.from] !== 0x22;
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
