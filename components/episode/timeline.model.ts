import type { CallRecord, EpisodeRecord, EventRecord } from "@/lib/domain/records";

/** One step of an episode, in the order of the record. `index` is that in the record's own list. */
export type TimelineItem =
  | { kind: "event"; index: number; event: EventRecord; characters: number }
  | { kind: "call"; index: number; call: CallRecord; resultInEvent: boolean; characters: number };

/** What one page shows of a timeline. */
export type TimelinePart = {
  items: TimelineItem[];
  from: number;
  next: number | null;
  length: number;
};

/** Limits of one page: a record of 50,000 messages or of 100 MB must not become a page of that size. */
const PART_ITEMS = 200;
const PART_CHARACTERS = 400_000;
const ITEM_CHARACTERS = 65_536;
const ONE_LINE = 90;

/**
 * Events in their order, each call where the record places it: before the first event that names it (its
 * result, its decision), else by its time, else after the agent's message of its turn, else at the end.
 */
export function timeline(record: EpisodeRecord): TimelineItem[] {
  const calls = record.calls ?? [];
  const events = record.events ?? [];
  const placed = new Set<number>();
  const items: TimelineItem[] = [];
  const answered = new Set(events.filter(isAnswer).map((event) => event.call));
  const place = (index: number) => {
    const call = calls[index];
    if (call === undefined || placed.has(index)) return;
    placed.add(index);
    const resultInEvent = answered.has(index);
    items.push({
      kind: "call",
      index,
      call,
      resultInEvent,
      characters: sizeOf(call, resultInEvent),
    });
  };
  const firstTurn = calls.some((call) => call.turn === 0) ? 0 : 1;
  let turn = firstTurn - 1;
  const named = new Set(events.map((event) => event.call));
  events.forEach((event, index) => {
    calls.forEach((call, at) => {
      if (!named.has(at) && isBefore(call.at, event.at)) place(at);
    });
    if (event.call !== undefined) place(event.call);
    if (!isEmpty(event)) {
      items.push({ kind: "event", index, event, characters: lengthOf(event.text) });
    }
    if (!isAgent(event)) return;
    turn += 1;
    calls.forEach((call, at) => {
      if (call.turn === turn) place(at);
    });
  });
  calls.forEach((_, index) => place(index));
  return items;
}

/** The part that begins at item `from`, as many as fit on one page, at least one. */
export function timelinePart(items: readonly TimelineItem[], from: number): TimelinePart {
  const start = Math.max(0, Math.min(Math.trunc(from) || 0, Math.max(0, items.length - 1)));
  const shown: TimelineItem[] = [];
  let characters = 0;
  for (const item of items.slice(start, start + PART_ITEMS)) {
    characters += item.characters;
    if (shown.length > 0 && characters > PART_CHARACTERS) break;
    shown.push(item);
  }
  const end = start + shown.length;
  return { items: shown, from: start, next: end < items.length ? end : null, length: items.length };
}

/** Recorded values as text: strings as they are, anything else as JSON, on one line when it fits. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    const line = JSON.stringify(value) ?? "";
    return line.length <= ONE_LINE ? line : JSON.stringify(value, null, 2);
  } catch {
    return "(nested too deeply to be drawn; the record's bytes have it)";
  }
}

/** Texts to highlight: what the record calls its marker, and the text that was planted. */
export function markersOf(record: EpisodeRecord, injectionText: string | null): string[] {
  return [record.marker?.text ?? "", injectionText ?? ""].filter((text) => text.length >= 4);
}

function isAgent(event: EventRecord): boolean {
  return event.kind === "message" && (event.role === "assistant" || event.role === "agent");
}

function isBefore(call: string | undefined, event: string | undefined): boolean {
  return call !== undefined && event !== undefined && Date.parse(call) < Date.parse(event);
}

/** A message or fragment that came back from the call it names: the call's result, told as an event. */
function isAnswer(event: EventRecord): boolean {
  return event.call !== undefined && (event.kind === "message" || event.kind === "retrieval");
}

function isEmpty(event: EventRecord): boolean {
  return (event.text ?? "").trim() === "" && event.kind === "message" && event.call === undefined;
}

function sizeOf(call: CallRecord, resultInEvent: boolean): number {
  return lengthOf(call.args) + (resultInEvent ? 0 : lengthOf(call.result)) + lengthOf(call.error);
}

function lengthOf(value: unknown): number {
  return value === undefined ? 0 : Math.min(valueText(value).length, ITEM_CHARACTERS);
}
