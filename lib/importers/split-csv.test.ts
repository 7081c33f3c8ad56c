import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvRow, splitCsv } from "./split-csv";

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function rows(text: string | Uint8Array, size = 5, maxBytes?: number): Promise<CsvRow[]> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const found: CsvRow[] = [];
  for await (const row of splitCsv(chunksOf(bytes, size), maxBytes)) found.push(row);
  return found;
}

const fieldsOf = (found: readonly CsvRow[]) =>
  found.map((row) => (row.kind === "row" ? row.fields : row.code));

describe("splitCsv", () => {
  it("reads back what a writer of tables writes, in any size of chunks", async () => {
    const field = fc.string({ unit: fc.constantFrom(",", '"', "\n", "\r", "a", "é", "😀", " ") });
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (given, size) => {
        const written = given
          .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(","))
          .join("\r\n");
        expect(fieldsOf(await rows(written, size))).toEqual(given);
      }),
    );
  });

  it("gives each row its place, by line and byte", async () => {
    expect(await rows('a,b\r\n\r\n"é\n,""",2\nx,\n')).toEqual([
      { kind: "row", fields: ["a", "b"], line: 1, byte: 0 },
      { kind: "row", fields: ['é\n,"', "2"], line: 3, byte: 7 },
      { kind: "row", fields: ["x", ""], line: 5, byte: 18 },
    ]);
  });

  it.each([
    ['a"b,c\n1,2"\n', "Field 1 has a quote within it and does not begin with one."],
    ['1,"a"b\n', "Field 2 goes on behind its closing quote."],
    ['1,"a\n2,3\n', "Field 2 opens a quote that nothing closes."],
  ])("refuses %j", async (text, message) => {
    expect(await rows(text)).toMatchObject([{ kind: "fault", code: "not-csv", message, line: 1 }]);
  });

  it("goes on behind a row that is none", async () => {
    const bad = new Uint8Array([0x61, 0x2c, 0xff, 0x0a, 0x62, 0x2c, 0x63]);
    expect(await rows(bad)).toMatchObject([
      { kind: "fault", code: "not-utf8", line: 1, byte: 2 },
      { kind: "row", fields: ["b", "c"], line: 2, byte: 4 },
    ]);
    expect(fieldsOf(await rows('1,"a"b\n2,3\n'))).toEqual(["not-csv", ["2", "3"]]);
  });

  it("holds no more than one row, and that no longer than allowed", async () => {
    const long = (length: number) => `a,"${"x".repeat(length - 4)}"\nb,c\n`;
    expect(fieldsOf(await rows(long(19), 5, 20))[1]).toEqual(["b", "c"]);
    expect(fieldsOf(await rows(long(20), 5, 20))[0]).toHaveLength(2);
    expect(fieldsOf(await rows(long(21), 5, 20))).toEqual(["record-too-large", ["b", "c"]]);
  });
});
