import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "./json-fault";
import { MAX_DEPTH } from "./limits";
import { parseJson } from "./parse-json";

const encoder = new TextEncoder();
const parse = (text: string) => parseJson(encoder.encode(text), { file: "f", line: 3, byte: 100 });

function refusal(text: string | Uint8Array) {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const parsed = parseJson(bytes, { file: "f", line: 3, byte: 100 });
  if (parsed.ok) throw new Error("was accepted");
  return [
    parsed.issue.code,
    parsed.issue.place.line,
    parsed.issue.place.byte,
    parsed.issue.message,
  ];
}

describe("parseJson", () => {
  it("passes NUL, lone surrogates and __proto__ through as data", () => {
    const parsed = parse('{"a":"\\u0000\\ud800","__proto__":{"x":1}}');
    if (!parsed.ok) throw new Error(parsed.issue.message);
    expect(JSON.stringify(parsed.value)).toBe('{"a":"\\u0000\\ud800","__proto__":{"x":1}}');
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  it("notices a field written twice, and only that", () => {
    expect(parse('{"a":1,"b":{"a":":"},"c":[{"a":2},{"a":3}]}')).toMatchObject({
      duplicateKeys: false,
    });
    expect(parse('{"a":1,"b":{"c":1,"c":2}}')).toMatchObject({ duplicateKeys: true });
    expect(parse('{"__proto__":1,"\\"":2}')).toMatchObject({ duplicateKeys: false });
  });

  it("says where the bytes stop being UTF-8", () => {
    const bytes = new Uint8Array([...encoder.encode('{"ç":"'), 0xc3, 0x28, 0x22, 0x7d]);
    expect(refusal(bytes)).toEqual([
      "not-utf8",
      3,
      108,
      "The bytes here are not UTF-8; save the file as UTF-8.",
    ]);
    expect(refusal(new Uint8Array([0x22, 0x61, 0xe2, 0x82]))[2]).toBe(104);
  });

  it.each([
    ["gzip", [0x1f, 0x8b, 8]],
    ["zip", [0x50, 0x4b, 3, 4]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0]],
    ["byte order mark", [0xef, 0xbb, 0xbf, 0x7b]],
  ])("names %s", (name, bytes) => {
    expect(refusal(new Uint8Array(bytes))[3]).toContain(name);
  });

  it("takes nesting of 128 and refuses 129, at a million too", () => {
    expect(parse("[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH))).toMatchObject({ ok: true });
    expect(refusal("[".repeat(129) + "]".repeat(129))[0]).toBe("too-deep");
    expect(refusal("[".repeat(1_000_000))[0]).toBe("too-deep");
    expect(parse(`"${"[".repeat(200)}"`)).toMatchObject({ ok: true });
  });

  it("gives line, byte and column of a fault, and no foreign text", () => {
    expect(refusal('{"é":1,\n "b" 2}')).toEqual([
      "not-json",
      4,
      114,
      "This is not JSON: a colon was expected after a field name (column 6).",
    ]);
    expect(refusal('{"a":"<script>')[3]).toBe(
      "This is not JSON: it ends inside a string (column 15).",
    );
    expect(refusal('{"a":-Infinity}')[3]).toBe(
      "This is not JSON: -Infinity stands where a value was expected, which JSON does not know (column 6).",
    );
  });
});

describe("findJsonFault", () => {
  it("agrees with JSON.parse on what is JSON, whatever is cut out or put in", () => {
    const mutated = fc
      .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }))
      .map(([text, at, cut, put]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + put + text.slice(from + cut);
      });
    fc.assert(
      fc.property(mutated, (text) => {
        let accepted = true;
        try {
          JSON.parse(text);
        } catch {
          accepted = false;
        }
        expect(findJsonFault(text) === null).toBe(accepted);
      }),
      { numRuns: 3000 },
    );
  });
});
