import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Place, Source } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { maskedSource } from "./masked-source";

const SECRET = "hunter2-hunter2";
const LINE = `{"password":"${SECRET}"}\n`;
const MASKED = `{"password":"[masked 1]*****"}\n`;

async function readAll(source: Source, bytes = Number.POSITIVE_INFINITY): Promise<string[]> {
  const texts: string[] = [];
  for await (const file of source.files()) {
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of file.open()) {
      parts.push(chunk);
      length += chunk.length;
      if (length >= bytes) break;
    }
    texts.push(Buffer.concat(parts).toString());
  }
  return texts;
}

test("each credential is told once with its place, however often and in which order it is read", async () => {
  const text = `${"x".repeat(100_000)}\n${LINE}${"y".repeat(100_000)}\n${LINE}`;
  const places: Place[] = [];
  const source = maskedSource(memorySource("s", { "a.txt": text, "b.txt": LINE }), (place) => {
    places.push(place);
  });
  const [half = "", other] = await readAll(source, 120_000);
  const first = { file: "a.txt", line: 2, byte: 100_001 + 13 };
  expect(half).toBe(text.replaceAll(LINE, MASKED).slice(0, half.length));
  expect(other).toBe(MASKED);
  expect(places).toEqual([first, { file: "b.txt", line: 1, byte: 13 }]);
  expect(await readAll(source)).toEqual([text.replaceAll(LINE, MASKED), MASKED]);
  expect(await readAll(source)).toEqual([text.replaceAll(LINE, MASKED), MASKED]);
  expect(places).toHaveLength(3);
  expect(places[2]).toEqual({ file: "a.txt", line: 4, byte: 200_002 + LINE.length + 13 });
});

test("what was read has the digest of the masked bytes; what was only looked at is not among it", async () => {
  const long = `${"x".repeat(500_000)}\n${LINE}`;
  const source = maskedSource(
    memorySource("s", {
      "looked.txt": long,
      "left.txt": long,
      "whole.txt": LINE,
      ".DS_Store": LINE,
    }),
    () => {},
  );
  for await (const file of source.files()) {
    let pieces = 0;
    for await (const _ of file.open()) {
      pieces += 1;
      if (file.path === "looked.txt" || (file.path === "left.txt" && pieces === 6)) break;
    }
  }
  const files = await source.readFiles();
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const facts = files.map(({ path, sizeBytes, sha256: digest, masked }) => {
    return { path, sizeBytes, sha256: digest, masked };
  });
  expect(facts).toEqual([
    {
      path: "left.txt",
      sizeBytes: long.length,
      sha256: sha256(long.replace(LINE, MASKED)),
      masked: 1,
    },
    { path: "whole.txt", sizeBytes: LINE.length, sha256: sha256(MASKED), masked: 1 },
  ]);
});
