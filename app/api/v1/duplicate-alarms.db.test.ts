import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { findProject } from "@/db/queries/projects";
import { opened } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { historyAnswer } from "@/lib/answers/history-answer";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";

// The guard of Next's bundler; there is no bundle here.
vi.mock("server-only", () => ({}));

const { ask } = await import("./testing/api-client");
const { database: appDatabase } = await import("@/db");

const FIXTURE = new URL("../../../fixtures/aftermath/duplicate.jsonl", import.meta.url);
const HOME = "/projects/project-1";
const CAUTION =
  "1 record of the campaign had an arm, case and replica that was there already; the first was kept, and these figures are suspect.";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  const { projectId } = await database.newProject();
  const source = memorySource("duplicate.jsonl", {
    "duplicate.jsonl": await readFile(FIXTURE, "utf8"),
  });
  await ingestSource({ database, projectId, source, options: {} });
});

afterAll(async () => {
  await appDatabase().close();
  await database.drop();
});

const alarmed = z.object({
  alarms: z.number(),
  duplicateRecords: z.number().optional(),
  cautions: z.array(z.string()),
});
const checks = z.array(
  z.object({ check: z.string(), level: z.string(), raised: z.boolean(), count: z.number() }),
);

const raisedAlarms = (all: z.infer<typeof checks>) =>
  all
    .filter(({ level, raised }) => raised && level === "alarm")
    .map(({ check, count }) => [check, count]);

describe("a duplicate record is one alarm everywhere", () => {
  it("in the campaign's report: of the campaign, of each arm, and in what is to be read first", async () => {
    const { report } = z
      .object({
        report: z.object({
          checks,
          arms: z.array(alarmed),
          parts: z.array(z.object({ checks })),
        }),
      })
      .parse(await (await ask(`${HOME}/campaigns/nightly-41/report`)).json());
    const one = [["duplicate_episode", 1]];
    expect(raisedAlarms(report.checks)).toEqual(one);
    expect(report.parts.map((part) => raisedAlarms(part.checks))).toEqual([one, one]);
    for (const arm of report.arms) {
      expect(arm).toMatchObject({ alarms: 1, duplicateRecords: 1 });
      expect(arm.cautions.filter((caution) => caution === CAUTION)).toHaveLength(1);
    }
    expect(report.arms).toHaveLength(2);
  });

  it("in the rows of the campaigns table, the first time and again", async () => {
    const project = await findProject(database.db, "project-1");
    if (project === null) throw new Error("the project is missing");
    const rows = async () =>
      (await historyAnswer(database.db, opened(project))).rows.map(({ arm }) => [
        arm.arm.armKey,
        arm.alarms,
        arm.duplicateRecords,
      ]);
    const expected = [
      ["off", 1, 1],
      ["on", 1, 1],
    ];
    expect(await rows()).toEqual(expected);
    expect(await rows()).toEqual(expected);
  });

  it("in a comparison of its arms", async () => {
    const query = "baseline=nightly-41/off&candidate=nightly-41/on";
    const { baseline, candidate } = z
      .object({ baseline: alarmed, candidate: alarmed })
      .parse(await (await ask(`${HOME}/comparison?${query}`)).json());
    expect([baseline.alarms, candidate.alarms]).toEqual([1, 1]);
  });

  it("in the report as CSV and as HTML", async () => {
    const csv = await (await ask(`${HOME}/campaigns/nightly-41/report?format=csv`)).text();
    const lines = csv.split("\r\n");
    const found = lines.filter((line) => line.startsWith('"meter check, alarm"'));
    const named = found.filter((line) => line.includes(",duplicate_episode,1,1,"));
    expect(named.map((line) => line.split(",")[2])).toEqual(["", "off", "on"]);
    expect(lines.filter((line) => line.includes(CAUTION))).toHaveLength(2);
    const html = await (await ask(`${HOME}/campaigns/nightly-41/report?format=html`)).text();
    expect(html.split(CAUTION)).toHaveLength(3);
    const words = html.replaceAll(/<[^>]*>/g, " ");
    expect(words.match(/Duplicate episodes in the source\s+alarm\s/g)).toHaveLength(3);
  });
});
