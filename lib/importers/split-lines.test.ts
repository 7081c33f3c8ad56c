import { describe, expect, it } from "vitest";
import { memorySource } from "./memory-source";
import { splitLines } from "./split-lines";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function split(content: string | Uint8Array, chunkBytes?: number, maxBytes?: number) {
  const lines = [];
  for await (const file of memorySource("s", { f: content }, chunkBytes).files()) {
    for await (const line of splitLines(file.open(), maxBytes)) lines.push(line);
  }
  return lines;
}

const shown = (lines: Awaited<ReturnType<typeof split>>) =>
  lines.map((line) =>
    line.kind === "line"
      ? [decoder.decode(line.bytes), line.line, line.byte]
      : [line.sizeBytes, line.line, line.byte],
  );

describe("splitLines", () => {
  it.each([1, 2, 3, 7, 64])(
    "knows LF, CRLF, empty lines and a last one without ending, %i bytes a chunk",
    async (chunk) => {
      expect(shown(await split("ab\r\n\nç\rd\nend", chunk))).toEqual([
        ["ab", 1, 0],
        ["", 2, 4],
        ["ç\rd", 3, 5],
        ["end", 4, 10],
      ]);
    },
  );

  it("hands on bytes that are no text exactly as they are", async () => {
    const [line] = await split(new Uint8Array([0, 0xff, 0xfe, 0x0d, 0x00, 0x0a]), 2);
    expect(line).toEqual({
      kind: "line",
      bytes: new Uint8Array([0, 0xff, 0xfe, 0x0d, 0]),
      line: 1,
      byte: 0,
    });
  });

  it("gives no line for an empty file and none after the last ending", async () => {
    expect(await split("")).toEqual([]);
    expect(shown(await split("a\n"))).toEqual([["a", 1, 0]]);
  });

  it.each([4, 5])(
    "counts and drops a line above the limit and goes on (limit %i)",
    async (limit) => {
      const lines = shown(await split("12345\r\nok\n123456\nlast", 3, limit));
      expect(lines[0]).toEqual(limit === 5 ? ["12345", 1, 0] : [6, 1, 0]);
      expect(lines.slice(1)).toEqual([
        ["ok", 2, 7],
        [6, 3, 10],
        ["last", 4, 17],
      ]);
    },
  );

  it("takes a line of 20 MB in chunks of 64 KiB", async () => {
    const long = encoder.encode(`${"x".repeat(20_000_000)}\ny`);
    const lines = await split(long);
    expect(lines.map((line) => (line.kind === "line" ? line.bytes.length : -1))).toEqual([
      20_000_000, 1,
    ]);
  });

  it("does not keep what the reader of the chunks writes over", async () => {
    async function* reused() {
      const buffer = encoder.encode("ab");
      yield buffer;
      buffer.set(encoder.encode("c\n"));
      yield buffer;
    }
    const lines = [];
    for await (const line of splitLines(reused())) lines.push(line);
    expect(shown(lines)).toEqual([["abc", 1, 0]]);
  });
});
