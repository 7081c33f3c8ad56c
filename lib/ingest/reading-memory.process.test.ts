import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { figure } from "@/lib/testing/security-figure";

const GB = 1e9;
const BAR_MIB = 512;
const SPREAD_BAR_MIB = 50;
/** A minute and more for each GB, on a machine that has other things to do. */
const PATIENT = 900_000;
/** What the promise names takes long to read, and no more memory: it is read when it is asked for. */
const IS_LONG = process.env["AFTERMATH_LONG"] === "1";
const SIZE_GB = IS_LONG ? { lines: 5, array: 5 } : { lines: 0.5, array: 0.25 };
/** At every hundredth of some 4,000 records: ten minutes, or four seconds. */
const PAUSE_MS = IS_LONG ? 15_000 : 100;
const ROOT = new URL("../..", import.meta.url).pathname;

const run = promisify(execFile);
const saidSchema = z.object({
  format: z.string(),
  episodes: z.number(),
  issues: z.number(),
  seconds: z.number(),
  peakMib: z.number(),
  spreadMib: z.number(),
});

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "aftermath-reading-"));
  program = join(folder, "reading-process.mjs");
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["lib/ingest/testing/reading-process.ts"],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(form: "lines" | "array", bytes: number, pauseMs = 0) {
  const args = [program, form, String(bytes), String(pauseMs)];
  const { stdout } = await run(process.execPath, args, {
    timeout: PATIENT * Math.max(1, SIZE_GB.lines),
  });
  return saidSchema.parse(JSON.parse(stdout));
}

describe("a source that is larger than any memory", () => {
  test.each([
    [SIZE_GB.lines, "lines", "aftermath", "JSON Lines"],
    [SIZE_GB.array, "array", "tau-bench", "one JSON array"],
  ] as const)(
    "E1: of %d GB as %s is read record by record",
    { timeout: PATIENT * Math.max(1, SIZE_GB.lines) },
    async (sizeGb, form, format, words) => {
      const said = await read(form, sizeGb * GB);
      expect(said.format).toBe(format);
      // Each has about 62 kB; the very count would be one more fact of the generator.
      expect(said.episodes).toBeGreaterThan(sizeGb * 15_000);
      expect(said.issues).toBeLessThan(10);
      expect(said.peakMib).toBeLessThan(BAR_MIB);
      const rate = ((sizeGb * GB) / 1e6 / said.seconds).toFixed(0);
      await figure(
        "E1",
        `${sizeGb} GB as ${words}: at most ${said.peakMib.toFixed(0)} MiB, ${said.seconds.toFixed(0)} s (${rate} MB/s)`,
      );
    },
  );

  test(
    "E11: for a database that is slower than the file takes no more memory",
    { timeout: PATIENT },
    async () => {
      const said = await read("lines", GB / 4, PAUSE_MS);
      expect(said.peakMib).toBeLessThan(BAR_MIB);
      expect(said.spreadMib).toBeLessThan(SPREAD_BAR_MIB);
      await figure(
        "E11",
        `a pause of ${PAUSE_MS / 1000} s at every hundredth record, ${said.seconds.toFixed(0)} s in all: at most ${said.peakMib.toFixed(0)} MiB, within ${said.spreadMib.toFixed(0)} MiB once warm`,
      );
    },
  );
});
