import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { figure } from "@/lib/testing/security-figure";
import { importTelling } from "@/lib/retention/testing/telling-campaign";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { ask } = await import("./testing/api-client");
const { database: appDatabase } = await import("@/db");

let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-drop-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AFTERMATH_DATA_DIR", dataDir);
});
afterAll(async () => {
  await appDatabase().close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const WORD = "canary-5d20b7";
const HOME = "/projects/project-1/campaigns/run";
const problem = z.object({ status: z.number(), detail: z.string() });

it("A9: what needs dropped content answers 410 and says who, when and why; everything else goes on", async () => {
  const scope = await database.newProject();
  await importTelling(database, scope, WORD);
  const bodyOf = async (address: string) => (await ask(address)).text();
  const report = z.looseObject({ provenance: z.unknown() });
  const before = report.parse(JSON.parse(await bodyOf(`${HOME}/report`)));
  expect(await bodyOf(`${HOME}/episodes/1/events`)).toContain(WORD);
  const found = async () =>
    z
      .object({ items: z.array(z.unknown()), unsearched: z.array(z.string()) })
      .parse(JSON.parse(await bodyOf(`/projects/project-1/episodes?text=${WORD}`)));
  expect(await found()).toMatchObject({ items: { length: 12 }, unsearched: [] });

  const dropped = await ask(`${HOME}/content?reason=Older%20than%20a%20year`, { method: "DELETE" });
  expect(await dropped.json()).toMatchObject({ name: "Campaign run", records: 12 });
  const gone = [
    `${HOME}/export`,
    `${HOME}/export/proof`,
    `${HOME}/episodes/1/record`,
    `${HOME}/episodes/1/events`,
    `${HOME}/episodes/1/events/text?kind=event&index=0&field=text&from=0`,
    `${HOME}/episodes/1/events/search?text=${WORD}`,
  ];
  for (const address of gone) {
    const answer = await ask(address);
    const { status, detail } = problem.parse(await answer.json());
    expect([address, status]).toEqual([address, 410]);
    expect(detail).toMatch(
      /^The content of this campaign was dropped by local on .* UTC: Older than a year$/,
    );
  }
  expect(await found()).toMatchObject({ items: [], unsearched: ["run"] });
  expect(JSON.parse(await bodyOf("/projects/project-1/episodes"))).toMatchObject({
    items: { length: 12 },
    unsearched: [],
  });
  const after = report.parse(JSON.parse(await bodyOf(`${HOME}/report`)));
  expect({ ...after, provenance: null, made: null }).toEqual({
    ...before,
    provenance: null,
    made: null,
  });
  expect(after.provenance).toMatchObject({ dropped: { by: "local", reason: "Older than a year" } });
  expect(await bodyOf(`${HOME}/report?format=html`)).toContain("was dropped by local on");
  expect(await bodyOf(`${HOME}/report?format=csv`)).toContain("content dropped because");
  const others = [HOME, `${HOME}/episodes/1`, `${HOME}/verification`, `${HOME}/episodes/1/proof`];
  for (const address of [...others, `${HOME}/report?format=html`, `${HOME}/export?format=csv`]) {
    const answer = await ask(address);
    expect([address, answer.status]).toEqual([address, 200]);
    expect(await answer.text()).not.toContain(WORD);
  }
  expect(JSON.parse(await bodyOf(`${HOME}/episodes/1`))).toMatchObject({
    unchanged: null,
    terminationDetail: null,
    contentDropped: { by: "local", reason: "Older than a year", records: 12 },
  });
  expect(JSON.parse(await bodyOf(`${HOME}/verification`))).toMatchObject({
    state: "dropped",
    findings: [],
    dropped: { by: "local", why: "Older than a year", records: 12 },
  });
  await figure(
    "A9",
    `${gone.length} of ${gone.length} addresses of dropped content say who, when and why (410)`,
  );
});
