import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fourfoldTakes, LINEAR } from "@/lib/testing/growth";
import { type PythonValue, readPythonLiteral } from "./python-literal";

/** What Python's repr writes of a value, with the quotes that it would choose. */
function repr(value: PythonValue): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  // JavaScript writes -0 as 0.
  if (typeof value === "number") return Object.is(value, -0) ? "-0.0" : String(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${quoted(key)}: ${repr(item)}`);
  return `{${entries.join(", ")}}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t\p{Cc}\p{Cs}]/gu, (char) => {
    if (char === "\\") return "\\\\";
    const point = char.codePointAt(0) ?? 0;
    return point < 256
      ? `\\x${point.toString(16).padStart(2, "0")}`
      : `\\u${point.toString(16).padStart(4, "0")}`;
  });
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

const values = fc.letrec<{ value: PythonValue; list: PythonValue; dict: PythonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.string({ unit: "binary" }),
    tie("list"),
    tie("dict"),
  ),
  list: fc.array(tie("value")),
  dict: fc.dictionary(fc.string(), tie("value"), { noNullPrototype: true }),
})).value;

describe("readPythonLiteral", () => {
  it("reads back whatever repr writes", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(readPythonLiteral(repr(value))).toEqual({ ok: true, value });
      }),
    );
  });

  it("answers for any text, and for every beginning of one, without an exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const read = readPythonLiteral(text);
        expect(read.ok || (read.offset >= 0 && read.offset <= text.length)).toBe(true);
      }),
    );
    const whole = repr([{ role: "user", content: 'it\'s "so"\n' }, [1.5, null, true]]);
    for (let length = 0; length < whole.length; length += 1) {
      expect(readPythonLiteral(whole.slice(0, length)).ok).toBe(false);
    }
  });

  it.each<[string, PythonValue]>([
    [`'it\\'s'`, "it's"],
    [`"it's"`, "it's"],
    [`'\\x41\\u00e9\\U0001f600\\101\\0'`, "Aé😀A\0"],
    [`'\\ud800'`, "\ud800"],
    ["'two\nlines'", "two\nlines"],
    [" [ 1 , -2.5e3, .5, 1. , ] ", [1, -2500, 0.5, 1]],
    ["(1,)", [1]],
    ["(1)", 1],
    ["()", []],
    ["(1, (2, 3))", [1, [2, 3]]],
    ["{'a': {'b': None}}", { a: { b: null } }],
    ["{'a': 1, 'a': 2}", { a: 2 }],
  ])("reads %s", (text, value) => {
    expect(readPythonLiteral(text)).toEqual({ ok: true, value });
  });

  it.each([
    ["", 0, "it is cut here"],
    ["[1, 2", 5, "it is cut here"],
    ["[1, ", 0, "a bracket is opened and never closed"],
    ["['a", 1, "a text is opened and never closed"],
    ["[1 2]", 3, '"," or "]" was expected'],
    ["[,]", 1, "no value that is known"],
    ["{1: 2}", 1, "a key in quotes was expected"],
    ["{'a', 'b'}", 4, '":" was expected after a key'],
    ["b'x'", 0, "no value that is known"],
    ["nan", 0, "no value that is known"],
    ["1e999", 0, "a number is too large"],
    ["0777", 0, "no value that is known"],
    ["1_000", 0, "no value that is known"],
    ["__import__('os')", 0, "no value that is known"],
    ["'a' 'b'", 4, "nothing more was expected after the value"],
    ["'\\q'", 1, "a backslash begins no escape that is known"],
    ["'\\N{BULLET}'", 1, "a backslash begins no escape that is known"],
    ["'\\U00110000'", 1, "a backslash begins no escape that is known"],
    ["'\\xg0'", 1, "a backslash begins no escape that is known"],
    ["Message(role='user')", 0, "no value that is known"],
  ])("refuses %s at its place", (text, offset, message) => {
    const read = readPythonLiteral(text);
    expect(read.ok ? read.value : [read.message]).toEqual([message]);
    expect(read.ok ? -1 : read.offset).toBe(offset);
  });

  it("holds its limits at one below, at and above", () => {
    const depths = [3, 4, 5].map((depth) => "[".repeat(depth) + "]".repeat(depth));
    const limits = { depth: 4, stringLength: 10 };
    expect(depths.map((text) => readPythonLiteral(text, limits).ok)).toEqual([true, true, false]);
    const texts = [9, 10, 11].map((length) => `'${"x".repeat(length)}'`);
    expect(texts.map((text) => readPythonLiteral(text, limits).ok)).toEqual([true, true, false]);
    expect(readPythonLiteral("[".repeat(1_000_000))).toMatchObject({
      ok: false,
      message: "it is nested deeper than 128 levels",
    });
  });

  it("keeps a key called __proto__ as data", () => {
    const read = readPythonLiteral("{'__proto__': {'polluted': 1}}");
    expect(read.ok && Object.entries(read.value ?? {})).toEqual([["__proto__", { polluted: 1 }]]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("takes four times as many escapes in four times as long", async () => {
    const escapes = (times: number) => `'${"\\n".repeat(times * 125_000)}'`;
    expect(readPythonLiteral(escapes(4))).toEqual({ ok: true, value: "\n".repeat(500_000) });
    expect(await fourfoldTakes(escapes, readPythonLiteral)).toBeLessThan(LINEAR);
  });
});
