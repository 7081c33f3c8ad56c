import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keptCheckpoint } from "./verify-given";

const folder = mkdtempSync(join(tmpdir(), "aftermath-given-"));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTE = "log.example\n7\nAA==\n\n\u2014 log.example AAAA\n";

test.each([
  ["as it is", NOTE],
  ["with one line break more", `${NOTE}\n`],
  ["without its last", NOTE.trimEnd()],
  ["with those of another system", NOTE.replaceAll("\n", "\r\n")],
])("A4: a kept checkpoint is read %s", async (_, text) => {
  const path = join(folder, "kept.txt");
  writeFileSync(path, text);
  expect(await keptCheckpoint(path)).toBe(NOTE);
});
