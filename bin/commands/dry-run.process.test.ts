import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importPreviewSchema } from "@/lib/domain/import-preview";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "aftermath-dry-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the program with a data folder of its own, and a database address at which nobody answers. */
async function aftermath(...args: string[]) {
  const dataDir = join(folder, "data");
  const env = {
    ...process.env,
    AFTERMATH_DATA_DIR: dataDir,
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  };
  const run = await new Promise<{ exit: number; out: string; err: string }>((resolve) => {
    const command = [join(ROOT, "bin/aftermath.mjs"), ...args];
    const child = execFile(process.execPath, command, { env }, (_error, out, err) => {
      resolve({ exit: child.exitCode ?? -1, out, err });
    });
  });
  return { ...run, left: await readdir(dataDir).catch(() => []) };
}

test("a dry run tells what an import would come to, and touches nothing", async () => {
  const path = join(ROOT, "fixtures/agentdojo/runs");
  const { exit, out, err, left } = await aftermath("import", path, "--dry-run");
  expect([exit, out, left]).toEqual([0, "", []]);
  expect(err).toContain(
    "It would import 6 arms, 4 attacks, 13 cases, 21 episodes and 45 calls; 0 records would be refused.",
  );
  expect(err).toContain(
    "model-a-tool_filter: 2 of 11 attacks ended aborted (turn limit); the file counts 1 of them as a defence and 1 as a successful attack.",
  );
  expect(err).toContain(
    "2× inferred: The last message still calls tools: the loop of 15 rounds ran out.",
  );
  expect(err).toContain("polarity = attack-succeeded (the default)");
});

test("as JSON it is the preview; what nothing would come of exits 3", async () => {
  const notes = join(folder, "notes.txt");
  await writeFile(notes, "Nothing.\n");
  const path = join(ROOT, "fixtures/agentdojo/runs");
  const args = ["--dry-run", "--json", "--option", "polarity=safe"];
  const { exit, out } = await aftermath("import", path, notes, ...args);
  expect(exit).toBe(3);
  const [first, second] = out
    .trimEnd()
    .split("\n")
    .map((line) => importPreviewSchema.parse(JSON.parse(line)));
  expect(first?.questions[0]).toMatchObject({ id: "polarity", chosen: "safe" });
  expect(first?.refusal).toBeNull();
  expect(second?.refusal).toContain("No known format.");
});

test("a manifest is read before anything else, and refused in one sentence with its place", async () => {
  const bad = join(folder, "bad.json");
  await writeFile(bad, '{"tools":[{"name":"rm","role":"erase"}]}');
  const path = join(ROOT, "fixtures/agentdojo/runs");
  const refused = await aftermath("import", path, "--dry-run", "--manifest", bad);
  expect(refused.exit).toBe(3);
  expect(refused.err).toContain("bad.json, $.tools[0].role cannot be taken: ");

  const good = join(folder, "good.json");
  await writeFile(good, '{"tools":[{"name":"send_message","role":"send"}]}');
  const taken = await aftermath("import", path, "--dry-run", "--manifest", good);
  expect(taken.exit).toBe(0);
  expect(taken.err).toContain(
    "Roles come from the manifest that was given. 3 of 4 called tools have no role",
  );
});
