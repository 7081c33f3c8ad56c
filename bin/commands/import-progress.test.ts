import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { printable, progressLine } from "./import-progress";

/** What a terminal, or a file, was written to. */
function written(isTTY: boolean) {
  let text = "";
  const stream = new PassThrough();
  stream.on("data", (part: Buffer) => (text += part.toString()));
  return { stream: Object.assign(stream, { isTTY, columns: 200 }), text: () => text };
}

function run(name: string, isTTY: boolean): string {
  const { stream, text } = written(isTTY);
  const line = progressLine(name, stream);
  const all = { phase: "reading", bytesTotal: 4096 };
  line.tell({ ...all, bytesRead: 1024, episodes: 12 });
  // Some formats are read twice.
  line.tell({ ...all, bytesRead: 8192, episodes: 40 });
  line.done();
  return text();
}

test("a terminal sees how far an import is, by bytes and episodes, and never beyond its end", () => {
  const frames = stripVTControlCharacters(run("night-7.jsonl", true));
  expect(frames).toMatch(
    /night-7\.jsonl {2}\S+ 25 % {2}reading {2}1\.0 KiB of 4\.0 KiB {2}12 episodes/,
  );
  expect(frames).toMatch(/ 100 % {2}reading {2}4\.0 KiB of 4\.0 KiB {2}40 episodes$/);
  expect(frames).not.toContain("8.0 KiB");
});

test("what is no terminal sees nothing: a log file wants lines, not frames", () => {
  expect(run("night-7.jsonl", false)).toBe("");
});

test("a file's name gives the terminal no orders", () => {
  expect(run("a\u001b[2Jb\u202e.jsonl", true)).toContain("a\uFFFD[2Jb\uFFFD.jsonl");
  expect(printable("a\u009b2J\r\nb\ud800")).toBe("a\uFFFD2J\uFFFD\uFFFDb\uFFFD");
});
