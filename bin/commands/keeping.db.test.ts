import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { holdsOf } from "@/db/queries/campaign-holds";
import { findCampaign } from "@/db/queries/campaigns";
import { listDeleted } from "@/db/queries/deleted-campaigns";
import type { Scope } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { makeSigningKey } from "@/lib/ingest/signing-key";
import { importTelling } from "@/lib/retention/testing/telling-campaign";
import { setRetention } from "@/lib/retention/set-retention";
import { main } from "../command-line";
import { startRetention } from "../retention-schedule";

let database: TestDatabase;
let scope: Scope;
let said: string[] = [];
let folder: string;
const signal = new AbortController().signal;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "aftermath-keeping-"));
  scope = await database.newProject();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", folder);
  for (const key of ["a", "b", "c"])
    await importTelling(database, scope, "word", { key, replicas: 1 });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** What a command prints to stdout and says to the person, and its exit code. */
async function run(...args: string[]): Promise<{ exit: number; out: string; said: string }> {
  const out: string[] = [];
  said = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out.push(String(text));
    return true;
  });
  try {
    const argv = ["node", "aftermath", ...args, "--project", "project-1"];
    const exit = await main(argv, { log: (line) => said.push(line), signal });
    return { exit, out: out.join(""), said: said.join("\n") };
  } finally {
    write.mockRestore();
  }
}

/** As if so many days had gone by since they were sealed; what is sealed is then not what it was. */
async function age(key: string, days: number): Promise<void> {
  await database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update campaigns set imported_at = now() - make_interval(days => ${days})
      where project_id = ${scope.projectId} and slug = ${key}`;
  });
}

it("A9: holds, releases, empties and deletes a campaign with a reason, and verify says so", async () => {
  const reason = ["--reason", "audit 7"];
  expect((await run("hold", "a", ...reason)).said).toContain("a: on hold.");
  await expect(run("delete", "a", ...reason)).rejects.toMatchObject({ code: "conflict" });
  await expect(run("drop-content", "a", ...reason)).rejects.toMatchObject({ code: "conflict" });
  await expect(run("hold", "a", ...reason)).rejects.toMatchObject({ code: "conflict" });
  const released = await run("release", "a", ...reason, "--json");
  expect(JSON.parse(released.out)).toEqual({
    project: "project-1",
    campaign: "a",
    done: "release",
  });
  const campaign = await findCampaign(database.db, scope, "a");
  const holds = await holdsOf(database.db, scope, campaign?.id ?? "");
  expect(holds.map(({ act, by, reason: why }) => [act, by, why])).toEqual([
    ["released", "command line", "audit 7"],
    ["held", "command line", "audit 7"],
  ]);
  expect((await run("drop-content", "a", ...reason)).said).toMatch(
    /a: the content of 4 episodes was dropped, [\d.]+ KiB of records\./,
  );
  const verified = await run("verify", "--campaign", "a");
  expect(verified.exit).toBe(0);
  expect(verified.out).toMatch(
    /^a: content dropped by command line on \S+: audit 7; the leaves of 4 records kept and proven, records cannot be recomputed, 4 episodes$/m,
  );
  expect(verified.out).toContain(
    "Nothing changed since it was sealed but content that was dropped",
  );
  await expect(run("export", "--campaign", "a")).rejects.toThrow(
    /^The content of this campaign was dropped by command line on .* UTC: audit 7$/,
  );
  const file = join(folder, "a.csv");
  await run("export", "--campaign", "a", "--format", "csv", "--output", file);
  expect((await readFile(file, "utf8")).trimEnd().split("\r\n")).toHaveLength(1 + 4);
  expect((await run("delete", "a", ...reason)).said).toContain("a: deleted.");
  const gone = await run("verify");
  expect(gone.out).toMatch(/: 4 episodes, deleted by command line on \S+: audit 7$/m);
  await expect(run("delete", "a", ...reason)).rejects.toMatchObject({ code: "not_found" });
  await expect(run("delete", "b", "--reason", " ")).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect((await run("delete", "b")).exit).toBe(3);
});

it("A9: says what retention would do, does it, and does nothing more", async () => {
  expect((await run("retain")).said).toContain("Keep everything. Nothing is set.");
  await setRetention(database, scope, SYSTEM, { act: "delete", days: 30 });
  await age("b", 40);
  await age("c", 31);
  await run("hold", "c", "--reason", "audit 8");
  const dry = await run("retain", "--dry-run");
  expect([dry.exit, dry.out]).toEqual([
    0,
    "b: would be deleted\nc: held. held by command line: audit 8\n",
  ]);
  expect(dry.said).toContain(
    "project-1: Delete the campaign 30 days after it was sealed. Setting version 1.\nIt would come to: 1 deleted, 1 on hold and kept",
  );
  expect(await findCampaign(database.db, scope, "b")).not.toBeNull();
  const done = await run("retain", "--json");
  expect(JSON.parse(done.out)).toMatchObject({
    dryRun: false,
    setting: { version: 1, act: "delete", days: 30 },
    outcomes: [
      { slug: "b", fate: "deleted", why: null },
      { slug: "c", fate: "held" },
    ],
  });
  expect(await findCampaign(database.db, scope, "b")).toBeNull();
  await expect(
    main(["node", "aftermath", "retain", "--project", "none"], { log: () => {}, signal }),
  ).rejects.toMatchObject({ code: "not_found" });
});

it("A9: runs by itself when the server starts and then again, and tells what it came to", async () => {
  await run("release", "c", "--reason", "over");
  const told: string[] = [];
  const schedule = startRetention(database, { log: (line) => told.push(line), everyMs: 50 });
  await schedule.ran;
  expect(told).toEqual(['Retention of "project-1" (setting version 1): 1 deleted.']);
  expect(await findCampaign(database.db, scope, "c")).toBeNull();
  await importTelling(database, scope, "word", { key: "d", replicas: 1 });
  await age("d", 31);
  await expect.poll(() => told.length).toBe(2);
  await schedule.stop();
  expect((await listDeleted(database.db, scope)).map(({ slug }) => slug)).toEqual([
    "d",
    "c",
    "b",
    "a",
  ]);
});

it("A4: signs again what does not continue the kept checkpoint, when told to, and leaves a row", async () => {
  await makeSigningKey({ AFTERMATH_DATA_DIR: folder });
  const path = join(folder, "newest-checkpoint.txt");
  await writeFile(path, "no checkpoint");
  const argv = ["node", "aftermath", "set-checkpoint-aside", "--reason", "disk 2 broke"];
  const lines: string[] = [];
  expect(await main(argv, { log: (line) => lines.push(line), signal })).toBe(0);
  expect(lines.join("\n")).toMatch(
    /^The checkpoint that the server keeps \(newest-checkpoint\.txt\) is damaged: nothing can be held against it\. It is called newest-checkpoint\.set-aside-\S+\.txt now, and the log is signed as it is\.$/m,
  );
  const [row] = await database.sql<{ by: string; detail: { reason: string } }[]>`
    select actor_name as by, detail from audit_entries where action = 'checkpoint.set_aside'`;
  expect([row?.by, row?.detail.reason]).toEqual(["command line", "disk 2 broke"]);
  expect(await readFile(path, "utf8")).toMatch(/^aftermath\/log\//);
  await expect(main(argv, { log: () => {}, signal })).rejects.toMatchObject({
    code: "conflict",
    message:
      "The log continues the checkpoint that the server keeps: there is nothing to set aside.",
  });
});
