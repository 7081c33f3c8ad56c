import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import type { CampaignRecord, CaseRecord } from "@/lib/domain/records";
import type { Issue } from "@/lib/importers/importer";
import { insertCampaign } from "./campaign-row";
import { CAMPAIGN_LIMITS } from "./campaign-limits";
import { CampaignRoster } from "./campaign-roster";
import type { Transaction } from "./insert-rows";

const campaign: CampaignRecord = {
  type: "campaign",
  format: "aftermath/1",
  key: "c1",
  name: "Campaign 1",
  target: { name: "target" },
  corpus: { name: "corpus" },
  harness: { name: "harness" },
  startedAt: null,
};
const place = { file: "run.jsonl" };
const MIB = 1024 * 1024;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.drop());

function caseOf(key: string, more: Partial<CaseRecord> = {}): CaseRecord {
  return { type: "case", key, attack: "a1", split: "attack", ...more };
}

/** A roster in a transaction of its own, with the number of cases that are written so far. */
async function withRoster(
  work: (at: {
    roster: CampaignRoster;
    issues: Issue[];
    written: () => Promise<number>;
  }) => Promise<void>,
  limits: { arms: number; cases: number } = CAMPAIGN_LIMITS,
): Promise<void> {
  const { projectId } = await database.newProject();
  await database.sql.begin(async (tx: Transaction) => {
    const source = { projectId, importId: projectId, fingerprint: "f" };
    const { campaignId } = await insertCampaign(tx, source, campaign);
    const issues: Issue[] = [];
    const scope = { projectId, campaignId };
    const report = (issue: Issue) => void issues.push(issue);
    const roster = new CampaignRoster(tx, scope, campaign, report, limits);
    const written = async () => {
      const [row] = await tx<{ n: number }[]>`
        select count(*)::int as n from cases where campaign_id = ${campaignId}`;
      return row?.n ?? Number.NaN;
    };
    await work({ roster, issues, written });
  });
}

test("cases are written when their records reach 4 MiB, before any episode", async () => {
  await withRoster(async ({ roster, written }) => {
    for (let no = 1; no <= 9; no += 1) {
      await roster.addCase(caseOf(`k${no}`), new Uint8Array(MIB), place);
      expect(await written()).toBe(no - (no % 4));
    }
    await roster.flush();
    expect(await written()).toBe(9);
  });
});

test("of a case and an arm only what scoring reads is held", async () => {
  await withRoster(async ({ roster }) => {
    const goal = { tool: "send_email", parameter: "to" };
    const long = "x".repeat(MIB);
    const texts = { userTask: long, injection: { text: long }, extra: { long } };
    const given = caseOf("k1", { ...texts, goal: { ...goal, extra: { long } }, ceiling: 3 });
    await roster.addCase(given, new Uint8Array(1), place);
    expect(roster.case("k1")?.record).toEqual(caseOf("k1", { goal, ceiling: 3 }));
    const guardrail = { name: "g", version: "1", enabled: false };
    const arm = { type: "arm", key: "off", name: "Off", guardrail, config: { long } } as const;
    await roster.addArm(arm, new Uint8Array(1), place);
    expect(roster.arm("off")?.record).toEqual({
      type: "arm",
      key: "off",
      name: "Off",
      guardrail: { name: "g", enabled: false },
    });
  });
});

describe("a case that is defined again", () => {
  test.each<[string, Partial<CaseRecord>, string[]]>([
    ["the same in another order", { extra: { b: [1], a: 2 } }, []],
    ["with another text", { extra: { a: 2, b: [1] }, userTask: "t" }, ["case-redefined"]],
    ["with another value in depth", { extra: { a: 2, b: [2] } }, ["case-redefined"]],
  ])("%s", async (_, again, codes) => {
    await withRoster(async ({ roster, issues, written }) => {
      const raw = new Uint8Array(1);
      await roster.addCase(caseOf("k1", { extra: { a: 2, b: [1] } }), raw, place);
      await roster.addCase(caseOf("k1", again), raw, place);
      expect(issues.map(({ code }) => code)).toEqual(codes);
      await roster.flush();
      expect(await written()).toBe(1);
    });
  });
});

describe("the most that a campaign may have", () => {
  test("is a thousand arms, a hundred thousand cases and a million episodes", () => {
    expect(CAMPAIGN_LIMITS).toEqual({ arms: 1000, cases: 100_000, episodes: 1_000_000 });
  });

  test("is refused one beyond it, and a case that came before counts once", async () => {
    const raw = new Uint8Array(1);
    await withRoster(
      async ({ roster }) => {
        for (const key of ["k1", "k2", "k2"]) await roster.addCase(caseOf(key), raw, place);
        await expect(roster.addCase(caseOf("k3"), raw, place)).rejects.toMatchObject({
          code: "invalid_input",
          message:
            "The source has more than 2 cases, the most that one campaign may have; nothing of it was imported. Split it into several campaigns.",
        });
        await roster.addArm({ type: "arm", key: "a", name: "A" }, raw, place);
        const second = roster.addArm({ type: "arm", key: "b", name: "B" }, raw, place);
        await expect(second).rejects.toMatchObject({ code: "invalid_input" });
      },
      { cases: 2, arms: 1 },
    );
  });
});
