import { describe, expect, it } from "vitest";
import { codePointName, textWindow, WINDOW_CHARACTERS } from "./data-text.model";

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The list of security.md D3. */
const named = [
  ...range(0x00, 0x1f).filter((code) => code !== 0x09 && code !== 0x0a),
  ...range(0x7f, 0x9f),
  ...range(0x200b, 0x200f),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x2069),
  0xfeff,
  ...range(0xfe00, 0xfe0f),
  ...range(0xe0000, 0xe007f),
  ...range(0xe0100, 0xe01ef),
];

describe("D3: what hides is named", () => {
  it.each(named)("code point %i becomes a badge between the letters around it", (code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    expect(textWindow(text).runs.map((run) => [run.kind, run.text])).toEqual([
      ["text", "a"],
      ["invisible", codePointName(code)],
      ["text", "b"],
    ]);
  });

  it.each(["\ud800", "\udbff", "\udc00", "\udfff"])("half a surrogate pair is named", (half) => {
    const name = `U+${half.charCodeAt(0).toString(16).toUpperCase()}`;
    expect(textWindow(`x${half}y`).runs.map((run) => run.text)).toEqual(["x", name, "y"]);
  });

  it("leaves legible text alone, newline, tab and characters beyond the first plane included", () => {
    const text = "Grüße,\n\tこんにちは 😀 <b>&amp;</b>";
    expect(textWindow(text).runs).toEqual([{ kind: "text", text, times: 1, marked: false }]);
  });

  it("counts equal ones in a row instead of drawing each", () => {
    expect(textWindow("\u0000".repeat(5000)).runs).toEqual([
      { kind: "invisible", text: "U+0000", times: 5000, marked: false },
    ]);
  });

  it.each([0x41, 0x20, 0xa0, 0x2010, 0x2070, 0x1f600])("code point %i is a letter", (code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    expect(textWindow(text).runs.map((run) => run.text)).toEqual([text]);
  });

  it("parts no pair of surrogates, and names the half that a window begins with", () => {
    expect(textWindow("a😀b", ["a\ud83d"]).runs.map((run) => [run.text, run.marked])).toEqual([
      ["a😀", true],
      ["b", false],
    ]);
    expect(textWindow("😀b", [], 1).runs.map((run) => run.text)).toEqual(["U+DE00", "b"]);
    const long = `${"é".repeat(WINDOW_CHARACTERS - 1)}😀z`;
    expect(textWindow(long)).toMatchObject({ to: WINDOW_CHARACTERS + 1, runs: [{ times: 1 }] });
  });
});

describe("markers", () => {
  it("are found wherever they occur", () => {
    const runs = textWindow("save CANARY-1, then CANARY-1", ["CANARY-1"]).runs;
    expect(runs.map((run) => [run.text, run.marked])).toEqual([
      ["save ", false],
      ["CANARY-1", true],
      [", then ", false],
      ["CANARY-1", true],
    ]);
  });

  it("merge when they overlap, and keep what hides inside them visible", () => {
    const runs = textWindow("abc\u200bd", ["abc\u200b", "bc", ""]).runs;
    expect(runs.map((run) => [run.text, run.marked])).toEqual([
      ["abc", true],
      ["U+200B", true],
      ["d", false],
    ]);
  });
});

describe("windows", () => {
  it("D4: cuts a huge text and says where", () => {
    const view = textWindow("x".repeat(10_000_000));
    expect([view.from, view.to, view.length]).toEqual([0, WINDOW_CHARACTERS, 10_000_000]);
  });

  it("D4: ends early when the text is made of badges", () => {
    const view = textWindow("\u200b\u200c".repeat(40_000));
    expect(view.runs).toHaveLength(2000);
    expect(view.to).toBe(2000);
  });

  it("goes on where the last one ended, without tearing a pair or a marker apart", () => {
    const text = `${"x".repeat(WINDOW_CHARACTERS - 1)}😀MARK`;
    const first = textWindow(text, ["😀MARK"]);
    expect(first.to).toBe(WINDOW_CHARACTERS + 1);
    const next = textWindow(text, ["😀MARK"], first.to);
    expect(next.runs).toEqual([{ kind: "text", text: "MARK", times: 1, marked: true }]);
  });

  it("takes a nonsense start for one inside the text", () => {
    expect(textWindow("abc", [], Number.NaN).from).toBe(0);
    expect(textWindow("abc", [], -5).from).toBe(0);
    expect(textWindow("abc", [], 99)).toEqual({ runs: [], from: 3, to: 3, length: 3 });
  });
});
