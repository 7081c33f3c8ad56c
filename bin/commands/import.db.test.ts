import { scopeIn } from "@/db/scope";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listImports, findImport } from "@/db/queries/imports";
import { findProject } from "@/db/queries/projects";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { nativeText } from "@/lib/ingest/testing/native-text";
import { main } from "../command-line";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "aftermath-cli-"));
  vi.stubEnv("DATABASE_URL", database.url);
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `aftermath import` in a project of its own; gives the exit code and what it said. */
async function run(project: string, ...args: string[]) {
  const said: string[] = [];
  const context = { log: (line: string) => said.push(line), signal: new AbortController().signal };
  const argv = ["node", "aftermath", "import", "--project", project, ...args];
  return { exit: await main(argv, context), said };
}

async function newestImport(project: string) {
  const scope = scopeIn((await findProject(database.db, project))?.id ?? "");
  const [newest] = await listImports(database.db, scope);
  return findImport(database.db, scope, newest?.id ?? "");
}

test("links in a folder are told in one warning with their count and the first path", async () => {
  const runs = join(folder, "runs");
  await mkdir(join(runs, "b"), { recursive: true });
  await writeFile(join(runs, "run.jsonl"), nativeText({ episodes: [{}] }));
  await symlink("../run.jsonl", join(runs, "b", "link.jsonl"));
  await symlink("/", join(runs, "root"));
  expect((await run("links", runs)).exit).toBe(0);
  expect(await newestImport("links")).toMatchObject({
    state: "done",
    warnings: 1,
    issues: [
      {
        severity: "warning",
        code: "passed-over",
        message:
          "2 paths were passed over: symbolic links and special files are not read. The first is b/link.jsonl.",
        place: { file: "b/link.jsonl" },
      },
    ],
  });
});

test("--replace takes the place of the campaign of the same key; without it 3 is answered", async () => {
  const [old, fresh] = [join(folder, "old.jsonl"), join(folder, "new.jsonl")];
  await writeFile(old, nativeText({ name: "Old", episodes: [{}] }));
  await writeFile(fresh, nativeText({ name: "New", episodes: [{}] }));
  expect((await run("replace", old)).exit).toBe(0);
  const refused = await run("replace", fresh);
  expect(refused.exit).toBe(3);
  expect(refused.said.join("\n")).toContain('that of the stored campaign "Old"');
  expect((await run("replace", "--replace", fresh)).exit).toBe(0);
  expect(await newestImport("replace")).toMatchObject({ campaign: { name: "New" }, warnings: 1 });
});

test("--no-keep-source leaves out the bytes of the files that records were made of", async () => {
  const given = fileURLToPath(new URL("../../fixtures/promptfoo/endings.json", import.meta.url));
  const chunks = async (project: string) => {
    const scope = await findProject(database.db, project);
    const rows = await database.sql`
      select f.chunks from source_files f where f.project_id = ${scope?.id ?? ""}`;
    return rows.map((row) => row);
  };
  expect((await run("keep", given)).exit).toBe(0);
  expect(await chunks("keep")).toEqual([{ chunks: 1 }]);
  expect((await run("keep-not", "--no-keep-source", given)).exit).toBe(0);
  expect(await chunks("keep-not")).toEqual([{ chunks: 0 }]);
});
