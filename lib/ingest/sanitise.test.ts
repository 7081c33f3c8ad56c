import { describe, expect, test } from "vitest";
import { sanitise, type Losses } from "./sanitise";

function run<Value>(value: Value): { value: Value; losses: Losses } {
  const losses = { nul: false, loneSurrogate: false };
  return { value: sanitise(value, losses), losses };
}

describe("sanitise", () => {
  test("a whole value comes back as it is, and says that nothing was lost", () => {
    const given = { a: ["x", 1, null, true, { b: "emoji 😀 and \u202E" }] };
    const { value, losses } = run(given);
    expect(value).toBe(given);
    expect(losses).toEqual({ nul: false, loneSurrogate: false });
  });

  test("NUL and half a pair become U+FFFD, in keys too, and a whole pair stays", () => {
    const { value, losses } = run({ "k\0": ["a\0\0b", "\uD83D", "\uDE00x", "\uD83D\uDE00"] });
    expect(value).toEqual({ "k\uFFFD": ["a\uFFFD\uFFFDb", "\uFFFD", "\uFFFDx", "😀"] });
    expect(losses).toEqual({ nul: true, loneSurrogate: true });
  });

  test("two texts with halves in a row are both found", () => {
    expect(run(["\uD800", "\uD800"]).value).toEqual(["\uFFFD", "\uFFFD"]);
  });

  test("E13: a key named __proto__ stays data", () => {
    const given: unknown = JSON.parse('{"__proto__": {"polluted": "\\u0000"}}');
    const { value } = run(given);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":"\uFFFD"}}');
    expect("polluted" in {}).toBe(false);
  });
});
