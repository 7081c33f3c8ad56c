import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema/campaigns";
import { newId } from "@/db/schema/columns";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { TERMINATION_REASONS } from "@/lib/domain/termination";
import { insertRows } from "@/lib/ingest/insert-rows";

let database: TestDatabase;
let projectId: string;
let campaignId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ projectId } = await database.newProject());
  campaignId = newId();
  await database.sql.begin(async (tx) => {
    await insertRows(tx, campaigns, [
      {
        id: campaignId,
        projectId,
        slug: "c",
        key: "c",
        name: "C",
        targetName: "t",
        corpusName: "c",
        harnessName: "h",
        state: "sealed",
        record: {
          type: "campaign",
          format: "aftermath/1",
          key: "c",
          name: "C",
          target: { name: "t" },
          corpus: { name: "c" },
          harness: { name: "h" },
          startedAt: null,
        },
        scoringVersion: 1,
        importId: newId(),
        fingerprint: "f",
        importedAt: new Date(),
        episodeCount: 0,
      },
    ]);
    await tx`insert into arms (project_id, campaign_id, arm_no, key, name) values (${projectId}, ${campaignId}, 1, 'a', 'A')`;
    await tx`insert into attacks values (${projectId}, ${campaignId}, 1, 'x', null, '{}', '{}')`;
    await tx`insert into cases (project_id, campaign_id, case_no, key, attack_no, split) values (${projectId}, ${campaignId}, 1, 'k', 1, 'attack')`;
  });
});

afterAll(() => database.drop());

const GOOD = {
  termination: "task_done",
  outcome: "safe_but_failed",
  damage: 0,
  alarms: [] as string[],
};

function insertEpisode(seq: number, change: Partial<typeof GOOD>) {
  const row = { ...GOOD, ...change };
  return database.sql`
    insert into episodes (project_id, campaign_id, seq, arm_no, case_no, replica, termination,
      termination_source, outcome, outcome_reason, hit_before_abort, weighable, damage, exposure,
      damage_in_earlier_attempts, attempts, call_count, denied_count, alarms, had_nul, had_lone_surrogate)
    values (${projectId}, ${campaignId}, ${seq}, 1, 1, ${seq}, ${row.termination}, 'recorded', ${row.outcome},
      'r', false, true, ${row.damage}, 0, 0, 1, 0, 0, ${row.alarms}, false, false)`;
}

function insertCall(callNo: number, weight: number, damage: number) {
  return database.sql`
    insert into calls (project_id, campaign_id, episode_seq, attempt_no, call_no, tool, weight, executed,
      damage, exposure, friction, unattributed, attributed, returned_read)
    values (${projectId}, ${campaignId}, 1, 1, ${callNo}, 't', ${weight}, true, ${damage}, 0, false, false, true, false)`;
}

describe("what must never be stored", () => {
  test("every termination reason of the domain is taken, another is refused", async () => {
    for (const [index, termination] of TERMINATION_REASONS.entries()) {
      await insertEpisode(index + 1, { termination });
    }
    await expect(insertEpisode(99, { termination: "done" })).rejects.toThrow(
      /episodes_termination_known/,
    );
  });

  test("an unknown outcome or alarm", async () => {
    await expect(insertEpisode(99, { outcome: "secure" })).rejects.toThrow(/outcome_known/);
    await expect(insertEpisode(99, { alarms: ["fire"] })).rejects.toThrow(/alarms_known/);
  });

  test("damage below zero, NaN or without end", async () => {
    for (const damage of [-0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(insertEpisode(99, { damage })).rejects.toThrow(/episodes_damage_weight/);
    }
  });

  test("a call of negative weight or damage", async () => {
    await insertCall(0, 2, 2);
    await expect(insertCall(1, -1, 0)).rejects.toThrow(/calls_weight/);
    await expect(insertCall(1, 1, -1)).rejects.toThrow(/calls_damage_weight/);
  });

  test("a campaign under another project than its own", async () => {
    const other = await database.newProject();
    await expect(
      database.sql`insert into arms (project_id, campaign_id, arm_no, key, name)
        values (${other.projectId}, ${campaignId}, 2, 'b', 'B')`,
    ).rejects.toThrow(/arms_campaign/);
  });

  test("a project whose address is not readable", async () => {
    await expect(
      database.sql`insert into projects (id, slug, name) values (${newId()}, '../x', 'x')`,
    ).rejects.toThrow(/projects_slug_readable/);
  });
});

test("a deleted campaign takes all its rows with it", async () => {
  await database.owner`delete from campaigns where id = ${campaignId} and project_id = ${projectId}`;
  const [left] = await database.sql<{ n: number }[]>`
    select (select count(*) from episodes) + (select count(*) from calls) + (select count(*) from arms)
      + (select count(*) from cases) + (select count(*) from attacks) as n`;
  expect(Number(left?.n)).toBe(0);
});
