import { expect, test } from "vitest";
import { figure } from "@/lib/testing/security-figure";
import { checkExport } from "./check-export";
import { readExportProof } from "./export-proof";
import { LineDigests } from "./line-digests";
import { sealedExport } from "./testing/sealed-export";

const MILLION = 1_000_000;
const ID = "0199a000-0000-7000-8000-000000000001";

async function* inChunks(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  let chunk: string[] = [];
  for (const line of lines) {
    chunk.push(line, "\n");
    if (chunk.length < 2000) continue;
    yield Buffer.from(chunk.join(""));
    chunk = [];
  }
  yield Buffer.from(chunk.join(""));
}

async function* asyncOf(lines: Iterable<string>): AsyncGenerator<string> {
  yield* lines;
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("A4: a million records are held against their proof in memory that stays flat", async () => {
  const sealed = sealedExport("run", MILLION, ID, true);
  const proof = await readExportProof(asyncOf(sealed.proof()));
  if (proof === null) throw new Error("no proof");
  const held = { most: 0 };
  const began = performance.now();
  const watched = async function* () {
    let chunks = 0;
    for await (const chunk of inChunks(sealed.lines())) {
      if ((chunks += 1) % 50 === 0) held.most = Math.max(held.most, inUse());
      if (chunks === 100) held.most = 0; // what it needs at all is there by now
      yield chunk;
    }
  };
  const before = inUse();
  const check = await checkExport(watched(), proof, { key: null, kept: null });
  expect(check).toMatchObject({
    records: MILLION + 5,
    episodes: MILLION,
    difference: null,
    faults: [],
  });
  const grown = (held.most - before) / 2 ** 20;
  expect(grown).toBeLessThan(64);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  await figure(
    "A4",
    `an export of 1,000,000 records verified in ${seconds} s; memory grew by ${Math.max(0, Math.round(grown))} MiB`,
  );
}, 120_000);

test("a line is hashed by its bytes, however the chunks fall", async () => {
  const text = "one\n\ntwo\r\nthree";
  const digests = async (size: number) => {
    const bytes = Buffer.from(text);
    const lines = new LineDigests(
      (async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      })(),
    );
    const all: unknown[] = [];
    for (let line = await lines.next(); line !== null; line = await lines.next()) all.push(line);
    return all;
  };
  const expected = await digests(text.length);
  expect(expected).toHaveLength(4);
  expect(expected.map((line) => JSON.stringify(line).includes('"isWhole":true'))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  for (const size of [1, 2, 3, 5]) expect(await digests(size)).toEqual(expected);
});
