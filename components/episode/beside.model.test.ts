import { describe, expect, it } from "vitest";
import type { EpisodeStep, TextPart } from "@/lib/domain/episode-steps";
import { besideRows, besideSentence } from "./beside.model";

function part(text: string, bytes = text.length): TextPart {
  return { text, form: "text", from: 0, to: text.length, bytes };
}

function say(index: number, turn: number, text: string, role = "assistant"): EpisodeStep {
  return { kind: "event", index, turn, event: { kind: "message", role, text: part(text) } };
}

function call(
  index: number,
  turn: number,
  tool: string,
  changes: Partial<Extract<EpisodeStep, { kind: "call" }>["call"]> = {},
): EpisodeStep {
  return {
    kind: "call",
    index,
    turn,
    resultInEvent: false,
    points: null,
    call: { tool, executed: true, args: null, result: null, error: null, ...changes },
  };
}

/** "left/right: what differs" of each row. */
function drawn(left: EpisodeStep[], right: EpisodeStep[]): string[] {
  return besideRows(left, right).map((row) => {
    if (row.kind === "left") return `${row.left.kind}${row.left.index}/-`;
    if (row.kind === "right") return `-/${row.right.kind}${row.right.index}`;
    return `${row.left.kind}${row.left.index}/${row.right.kind}${row.right.index}: ${row.differs.join()}`;
  });
}

describe("two episodes beside each other", () => {
  it("pair up by act, and say what differs", () => {
    const left = [
      say(0, 0, "do it", "user"),
      call(0, 1, "read"),
      call(1, 1, "send"),
      say(1, 2, "done"),
    ];
    const right = [
      say(0, 0, "do it", "user"),
      call(0, 1, "read"),
      call(1, 1, "send", {
        executed: false,
        decision: { outcome: "deny", rule: "r" },
        args: part("x"),
      }),
      say(1, 2, "stopped"),
    ];
    expect(drawn(left, right)).toEqual([
      "event0/event0: ",
      "call0/call0: ",
      "call1/call1: arguments,decision,execution",
      "event1/event1: text",
    ]);
    expect(besideSentence(besideRows(left, right))).toBe(
      "Steps shown: 2 the same on both sides, 2 different, 0 on the left only, 0 on the right only.",
    );
  });

  it("leave what only one of them did alone", () => {
    expect(drawn([call(0, 1, "read"), call(1, 2, "send")], [call(0, 1, "send")])).toEqual([
      "call0/-",
      "call1/call0: ",
    ]);
    expect(drawn([], [call(0, 1, "send")])).toEqual(["-/call0"]);
    expect(drawn([], [])).toEqual([]);
  });

  it("prefer the same turn, then the same content, among calls of one tool", () => {
    const twice = [call(0, 1, "read"), call(1, 3, "read")];
    expect(drawn(twice, [call(0, 3, "read")])).toEqual(["call0/-", "call1/call0: "]);
    const same = [call(0, 1, "read", { args: part("a") }), call(1, 1, "read", { args: part("b") })];
    expect(drawn(same, [call(0, 1, "read", { args: part("b") })])).toEqual([
      "call0/-",
      "call1/call0: ",
    ]);
  });

  it("do not call texts the same of which only the beginning is", () => {
    const left: EpisodeStep = {
      kind: "event",
      index: 0,
      turn: 0,
      event: { kind: "note", text: part("x", 90) },
    };
    const right: EpisodeStep = {
      kind: "event",
      index: 0,
      turn: 0,
      event: { kind: "note", text: part("x", 91) },
    };
    expect(drawn([left], [right])).toEqual(["event0/event0: text"]);
    expect(besideSentence(besideRows([left], [left]))).toBe(
      "Every step shown is the same on both sides.",
    );
  });

  it("do not take each episode's own canary for a difference", () => {
    const left = [say(0, 1, "send CANARY-1 on")];
    const right = [say(0, 1, "send CANARY-22 on")];
    const markers = { left: ["CANARY-1"], right: ["CANARY-22"] };
    expect(besideRows(left, right, markers)).toMatchObject([{ kind: "both", differs: [] }]);
    expect(besideRows(left, right)).toMatchObject([{ kind: "both", differs: ["text"] }]);
  });
});
