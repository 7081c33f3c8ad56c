import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSource } from "./archive-source";
import { fingerprintSource } from "./fingerprint";
import { zipBytes } from "./testing/zip-bytes";

let root: string;

const LOG = zipBytes([{ name: "samples/1_epoch_1.json", data: "{}" }, { name: "header.json" }]);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "archive-source-"));
  await mkdir(join(root, "logs", "old.eval"), { recursive: true });
  await writeFile(join(root, "logs", "a.eval"), LOG);
  await writeFile(join(root, "logs", "b.eval"), "no archive");
  await writeFile(join(root, "logs", "backup.zip"), LOG);
  await writeFile(join(root, "logs", "old.eval", "c.json"), "{}");
  await writeFile(join(root, "runs.zip"), LOG);
  await writeFile(join(root, "no-ending"), LOG);
  await writeFile(join(root, "text.zip"), "text");
  await writeFile(join(root, "broken.zip"), LOG.subarray(0, 40));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function listed(name: string) {
  const source = await openSource(join(root, name));
  const paths: string[] = [];
  for await (const file of source.files()) paths.push(file.path);
  return [source.name, ...paths];
}

it("opens a file that begins like an archive, whatever its name", async () => {
  expect(await listed("runs.zip")).toEqual(["runs", "header.json", "samples/1_epoch_1.json"]);
  expect(await listed("no-ending")).toEqual(["no-ending", "header.json", "samples/1_epoch_1.json"]);
  expect(await listed("text.zip")).toEqual(["text", "text.zip"]);
});

it("opens the logs of a folder where they are archives, and nothing else in it", async () => {
  expect(await listed("logs")).toEqual([
    "logs",
    "a.eval/header.json",
    "a.eval/samples/1_epoch_1.json",
    "b.eval",
    "backup.zip",
    "old.eval/c.json",
  ]);
});

it("tells what is wrong with an archive when its files are asked for, in a sentence", async () => {
  const source = await openSource(join(root, "broken.zip"));
  await expect(fingerprintSource(source)).rejects.toMatchObject({
    code: "invalid_input",
    message:
      "The zip archive broken.zip has no list of contents that can be read; it is damaged, cut short, or no zip archive.",
  });
});

it("has the same fingerprint however the same files were packed", async () => {
  const stored = zipBytes([
    { name: "header.json", method: 0 },
    { name: "samples/1_epoch_1.json", data: "{}", method: 0 },
  ]);
  await writeFile(join(root, "stored"), stored);
  const [one, other] = await Promise.all(
    ["runs.zip", "stored"].map(async (name) =>
      fingerprintSource(await openSource(join(root, name))),
    ),
  );
  expect(one).toEqual(other);
});
