import { describe, expect, it } from "vitest";
import type { EpisodeRecord } from "@/lib/domain/records";
import { indexRecord } from "./record-index";
import { positionOf, readMore, readSlice, SLICE_STEPS, stepCount } from "./read-steps";

const encoder = new TextEncoder();

function indexOf(record: unknown) {
  const index = indexRecord(encoder.encode(JSON.stringify(record)));
  if (index === null) throw new Error("the record has no index");
  return { index, earlier: null };
}

function order(changes: Partial<EpisodeRecord>): string[] {
  return readSlice(indexOf(changes), 0).steps.map((step) => `${step.kind} ${step.index}`);
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

  it("puts calls that no event names by their time, in the order of the record", () => {
    expect(
      order({
        calls: [
          { tool: "late", executed: true, at: "2026-11-06T16:43:05Z" },
          { tool: "look", executed: true, at: "2026-11-06T17:43:04+01:00" },
          { tool: "never", executed: true, at: "2026-11-06T16:43:09Z" },
        ],
        events: [
          { kind: "message", role: "user", text: "do it", at: "2026-11-06T16:43:02Z" },
          { kind: "message", role: "assistant", text: "done", at: "2026-11-06T16:43:06Z" },
        ],
      }),
    ).toEqual(["event 0", "call 0", "call 1", "event 1", "call 2"]);
  });

  it("loses no call, and draws no empty message", () => {
    expect(
      order({
        calls: [{ tool: "read", executed: true }],
        events: [{ kind: "message", role: "assistant", text: " \n" }],
      }),
    ).toEqual(["call 0"]);
    expect(order({})).toEqual([]);
  });

  it("survives an event that names a call that is not there", () => {
    expect(order({ events: [{ kind: "decision", call: 9, text: "deny" }] })).toEqual(["event 0"]);
  });

  it("draws a result where its event tells it, and once", () => {
    const told = indexOf({
      calls: [{ tool: "read", executed: true, result: "mail" }],
      events: [{ kind: "message", role: "tool", text: "mail", call: 0 }],
    });
    expect(readSlice(told, 0).steps[0]).toMatchObject({
      resultInEvent: true,
      call: { result: null },
    });
  });
});

describe("a record is read by its bytes", () => {
  it("takes the last of a field that is written twice, and keys with escapes", () => {
    const text =
      '{"events":[{"kind":"note","text":"old"}], "\\u0065vents" : [ {"\\u006bind":"note","te\\u0078t":"new"} ] }';
    const index = indexRecord(encoder.encode(text));
    if (index === null) throw new Error("no index");
    expect(readSlice({ index, earlier: null }, 0).steps).toMatchObject([
      { kind: "event", event: { kind: "note", text: { text: "new" } } },
    ]);
  });

  it("is not led astray by brackets and quotes in texts", () => {
    const texts = ['}]"', '\\"', "\\\\", '{"kind":"note"}', "x".repeat(100) + '"\\'];
    const steps = readSlice(
      indexOf({ events: texts.map((text) => ({ kind: "note", text })) }),
      0,
    ).steps;
    expect(steps.map((step) => (step.kind === "event" ? step.event.text?.text : null))).toEqual(
      texts,
    );
  });

  it.each(["", "[]", "null", '{"events":[', '{"a" 1}', "{", '"'])("%j is no record", (text) => {
    expect(indexRecord(encoder.encode(text))).toBeNull();
  });

  it("says of a step that is none of the format that it cannot be read", () => {
    const { steps } = readSlice(indexOf({ events: [{ kind: "no such" }, 7] }), 0);
    expect(steps.map((step) => step.kind)).toEqual(["unreadable", "unreadable"]);
  });

  it("finds the calls of earlier attempts, not of the last", () => {
    const { index } = indexOf({
      attempts: [
        { termination: "provider_error", calls: [{ tool: "a", executed: true }] },
        { termination: "provider_error" },
        { termination: "task_done", calls: [{ tool: "z", executed: true }] },
      ],
      calls: [{ tool: "b", executed: true }],
    });
    expect(index.earlier.map((calls) => calls.length / 2)).toEqual([1, 0]);
    expect(readSlice({ index, earlier: 0 }, 0).steps).toMatchObject([{ call: { tool: "a" } }]);
    expect(readSlice({ index, earlier: 1 }, 0)).toEqual({
      steps: [],
      from: 0,
      next: null,
      length: 0,
    });
  });

  it("reads the marker that the record names", () => {
    expect(indexOf({ marker: { planted: true, text: "CANARY-\u202e7" } }).index.marker).toBe(
      "CANARY-\u202e7",
    );
    expect(indexOf({}).index.marker).toBe("");
  });
});

describe("slices", () => {
  const notes = (count: number, text: string) =>
    indexOf({ events: Array.from({ length: count }, () => ({ kind: "note", text })) });

  it("are at most 100 steps, and the next begins where this one ended", () => {
    const many = notes(250, "x");
    const first = readSlice(many, 0);
    expect([first.steps.length, first.next, first.length]).toEqual([SLICE_STEPS, 100, 250]);
    expect(readSlice(many, 200).next).toBeNull();
    expect(readSlice(many, 9999).from).toBe(249);
    expect(readSlice(many, Number.NaN).from).toBe(0);
  });

  it("D4: cut long texts, and hand out the rest in parts that fit together", () => {
    const text = "Grüße \u202e\n\u0000 😀 ".repeat(20_000);
    const long = notes(3, text);
    const step = readSlice(long, 1).steps[0];
    if (step?.kind !== "event" || step.event.text === null) throw new Error("no text");
    let read = step.event.text;
    let whole = read.text;
    expect(read.to).toBeLessThanOrEqual(8192);
    while (read.to < read.bytes) {
      const more = readMore(long, { kind: "event", index: 1 }, "text", read.to);
      if (more === null) throw new Error("no more");
      expect(more.from).toBe(read.to);
      read = more;
      whole += more.text;
    }
    expect(whole).toBe(text);
  });

  it("end early when the texts are long or drawn by names, but are never empty", () => {
    expect(readSlice(notes(90, "y".repeat(9_000)), 0).steps).toHaveLength(48);
    expect(readSlice(notes(20, "\u200b\u200c".repeat(4_000)), 0).steps).toHaveLength(3);
    expect(readSlice(notes(1, "\u0000".repeat(90_000)), 0).steps).toHaveLength(1);
  });

  it("find the position of a call or an event", () => {
    const record = indexOf({
      calls: [{ tool: "read", executed: true, turn: 1 }],
      events: [
        { kind: "message", role: "assistant", text: "" },
        { kind: "note", text: "x" },
      ],
    });
    expect(positionOf(record, { kind: "call", index: 0 })).toBe(0);
    expect(positionOf(record, { kind: "event", index: 1 })).toBe(1);
    expect(positionOf(record, { kind: "event", index: 0 })).toBeNull();
    expect(positionOf(record, { kind: "call", index: 7 })).toBeNull();
  });

  it("D4: hold calls ten thousand deep as they are stored", () => {
    const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const text = `{"calls":[{"tool":"t","executed":true,"args":${deep}}]}`;
    const index = indexRecord(encoder.encode(text));
    if (index === null) throw new Error("no index");
    const step = readSlice({ index, earlier: null }, 0).steps[0];
    if (step?.kind !== "call") throw new Error("no call");
    expect(step.call.args).toMatchObject({
      text: deep.slice(0, 8192),
      form: "json",
      bytes: deep.length,
    });
  });
});

describe("records of the largest size", () => {
  it("D4: of 337,000 events gives its first and its last slice", () => {
    const events = Array.from({ length: 337_000 }, (_, at) => ({
      kind: "message",
      role: at % 2 === 0 ? "user" : "assistant",
      text: `Message ${at} about the account.`,
      at: "2026-11-06T17:43:02Z",
    }));
    const calls = Array.from({ length: 20_000 }, (_, at) => ({
      tool: `t${at % 7}`,
      executed: true,
      turn: at * 8,
    }));
    const large = indexOf({ events, calls });
    expect(stepCount(large)).toBe(357_000);
    const last = readSlice(large, 356_999).steps[0];
    expect(last).toMatchObject({ kind: "event", index: 336_999, turn: 168_500 });
    expect(readSlice(large, 0).steps).toHaveLength(100);
  });

  it("D4: of one text of 32 MiB hands out its last part", () => {
    const large = indexOf({ events: [{ kind: "note", text: `${"x".repeat(32 * 2 ** 20)}END` }] });
    const part = readMore(large, { kind: "event", index: 0 }, "text", 32 * 2 ** 20);
    expect(part).toEqual({
      text: "END",
      form: "text",
      from: 33554432,
      to: 33554435,
      bytes: 33554435,
    });
  });
});
