import fc from "fast-check";
import { expect, it } from "vitest";
import { bytesPart, textPart } from "./text-part";

const encoder = new TextEncoder();

function parts(stored: string, most: number): string[] {
  const bytes = encoder.encode(stored);
  const texts: string[] = [];
  let from = 0;
  for (;;) {
    const part = textPart(bytes, { from: 0, to: bytes.length }, from, most);
    expect(part.from).toBe(from);
    texts.push(part.text);
    if (part.to >= part.bytes) return texts;
    expect(part.to).toBeGreaterThan(from);
    from = part.to;
  }
}

it("reads any text in parts that make it up again", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.integer({ min: 16, max: 60 }),
      (text, most) => {
        expect(parts(JSON.stringify(text), most).join("")).toBe(text);
      },
    ),
  );
});

it("reads escapes in parts, pairs and runs of backslashes too", () => {
  const stored = `"${"\\ud83d\\ude00\\\\\\u202e\\n".repeat(40)}"`;
  for (const most of [16, 17, 18, 19, 20, 21, 22, 23])
    expect(parts(stored, most).join("")).toBe(JSON.parse(stored));
});

it("begins at a character or an escape wherever it is asked to", () => {
  const bytes = encoder.encode('"ab\\u202ecd😀e"');
  const from = (at: number) => textPart(bytes, { from: 0, to: bytes.length }, at, 100).text;
  expect([2, 3, 5, 7, 8].map(from)).toEqual([
    "\u202ecd😀e",
    "\u202ecd😀e",
    "\u202ecd😀e",
    "\u202ecd😀e",
    "cd😀e",
  ]);
  expect([10, 11, 13, 14, 99, -4, Number.NaN].map(from)).toEqual([
    "😀e",
    "😀e",
    "😀e",
    "e",
    "",
    "ab\u202ecd😀e",
    "ab\u202ecd😀e",
  ]);
});

it("lays a value out, and leaves a long one as it is stored", () => {
  const value = (stored: string, most: number) => {
    const bytes = encoder.encode(stored);
    return textPart(bytes, { from: 0, to: bytes.length }, 0, most);
  };
  expect(value('{"to": "x"}', 100)).toEqual({
    text: '{"to":"x"}',
    form: "json",
    from: 0,
    to: 11,
    bytes: 11,
  });
  const long = `{"to":"${"x".repeat(90)}"}`;
  expect(value(long, 500).text).toBe(`{\n  "to": "${"x".repeat(90)}"\n}`);
  expect(value(long, 20)).toMatchObject({ text: long.slice(0, 20), to: 20, bytes: long.length });
});

it("shows a record's bytes without tearing a character", () => {
  const bytes = encoder.encode(`${"x".repeat(15)}😀y`);
  expect(bytesPart(bytes, 0, 16)).toMatchObject({ text: "x".repeat(15), to: 15, bytes: 20 });
  expect(bytesPart(bytes, 15, 16)).toMatchObject({ text: "😀y", to: 20 });
  expect(bytesPart(bytes, 17, 16)).toMatchObject({ text: "😀y", from: 15 });
});
