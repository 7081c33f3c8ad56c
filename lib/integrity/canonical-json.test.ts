import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json";

describe("canonical JSON", () => {
  test("is that of RFC 8785, 3.2.2 and 3.2.3", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("sorts keys by code units, not by code points (RFC 8785, 3.2.3)", () => {
    const keys = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(keysOf(JSON.parse(text))).toEqual([
      "1",
      "\r",
      "\u0080",
      "\u00f6",
      "\u20ac",
      "\u{1f600}",
      "\ufb33",
    ]);
  });

  test.each([
    ["half a surrogate pair", "a\ud800"],
    ["half a surrogate pair in a key", { "\udc00": 1 }],
    ["an infinite number", [1, Infinity]],
    ["NaN", NaN],
    ["undefined", { a: undefined }],
    ["a bigint", 1n],
    ["what a deep nesting holds", deep(65)],
  ])("refuses %s", (_what, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test("takes what is nested 64 deep, and keeps a key that objects inherit", () => {
    expect(canonicalJson(deep(64))).toBe(`${"[".repeat(64)}0${"]".repeat(64)}`);
    expect(canonicalJson(JSON.parse('{"toString":1,"__proto__":2}'))).toBe(
      '{"__proto__":2,"toString":1}',
    );
  });
});

function deep(levels: number): unknown {
  return levels === 0 ? 0 : [deep(levels - 1)];
}

function keysOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}
