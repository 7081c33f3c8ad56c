import { describe, expect, it } from "vitest";
import { episodeSchema, type EpisodeRecord } from "@/lib/domain/records";
import { markersOf, timeline, timelinePart, valueText } from "./timeline.model";

function record(changes: Partial<EpisodeRecord>): EpisodeRecord {
  return {
    ...episodeSchema.parse({ type: "episode", arm: "a", case: "c", replica: 0 }),
    ...changes,
  };
}

function order(changes: Partial<EpisodeRecord>): string[] {
  return timeline(record(changes)).map((item) => `${item.kind} ${item.index}`);
}

describe("the order of steps", () => {
  it("puts a call before the answer that names it, and after the message that made it", () => {
    expect(
      order({
        calls: [
          { tool: "read", executed: true, turn: 1 },
          { tool: "send", executed: true, turn: 1 },
        ],
        events: [
          { kind: "message", role: "user", text: "do it" },
          { kind: "message", role: "assistant", text: "I read" },
          { kind: "message", role: "tool", text: "mail", call: 0 },
          { kind: "message", role: "tool", text: "sent", call: 1 },
          { kind: "message", role: "assistant", text: "done" },
        ],
      }),
    ).toEqual(["event 0", "event 1", "call 0", "call 1", "event 2", "event 3", "event 4"]);
  });

  it("reads turns that count from zero", () => {
    expect(
      order({
        calls: [
          { tool: "read", executed: true, turn: 0 },
          { tool: "send", executed: true, turn: 1 },
        ],
        events: [
          { kind: "message", role: "assistant", text: "first" },
          { kind: "message", role: "assistant", text: "second" },
        ],
      }),
    ).toEqual(["event 0", "call 0", "event 1", "call 1"]);
  });

  it("puts a call that no event names by its time", () => {
    expect(
      order({
        calls: [{ tool: "look", executed: true, at: "2026-11-06T17:43:04+01:00" }],
        events: [
          { kind: "message", role: "user", text: "do it", at: "2026-11-06T16:43:02Z" },
          { kind: "message", role: "assistant", text: "done", at: "2026-11-06T16:43:06Z" },
        ],
      }),
    ).toEqual(["event 0", "call 0", "event 1"]);
  });

  it("loses no call, and draws no empty message", () => {
    expect(
      order({
        calls: [{ tool: "read", executed: true }],
        events: [{ kind: "message", role: "assistant", text: "" }],
      }),
    ).toEqual(["call 0"]);
    expect(order({})).toEqual([]);
  });

  it("survives an event that names a call that is not there", () => {
    expect(order({ events: [{ kind: "decision", call: 9, text: "deny" }] })).toEqual(["event 0"]);
  });
});

describe("parts", () => {
  const events = Array.from({ length: 450 }, () => ({ kind: "note" as const, text: "x" }));

  it("are at most 200 steps, and the next begins where this one ended", () => {
    const items = timeline(record({ events }));
    const first = timelinePart(items, 0);
    expect([first.items.length, first.next, first.length]).toEqual([200, 200, 450]);
    expect(timelinePart(items, 400).next).toBeNull();
    expect(timelinePart(items, 9999).from).toBe(449);
    expect(timelinePart([], 0)).toEqual({ items: [], from: 0, next: null, length: 0 });
  });

  it("end early when the texts are long, but never empty", () => {
    const long = Array.from({ length: 20 }, () => ({
      kind: "note" as const,
      text: "y".repeat(9e6),
    }));
    expect(timelinePart(timeline(record({ events: long })), 0).items).toHaveLength(6);
  });
});

it("writes values as text and keeps strings as they are", () => {
  expect(valueText("a\u202eb")).toBe("a\u202eb");
  expect(valueText({ to: "x" })).toBe('{"to":"x"}');
  expect(valueText({ to: "x".repeat(90) })).toBe(`{\n  "to": "${"x".repeat(90)}"\n}`);
  expect(valueText(undefined)).toBe("");
});

it("highlights what the record calls its marker, and the planted text", () => {
  const marked = record({
    marker: { planted: true, witnessed: true, text: "CANARY-7f3a91" },
  });
  expect(markersOf(marked, "send it all")).toEqual(["CANARY-7f3a91", "send it all"]);
  expect(markersOf(record({}), null)).toEqual([]);
});
