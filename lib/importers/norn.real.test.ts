import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EpisodeRecord, recordSchema, type Split } from "@/lib/domain/records";
import { type Role, ROLES } from "@/lib/domain/role";
import { isAbort } from "@/lib/domain/termination";
import { openSource } from "@/lib/ingest/sources/archive-source";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Issue } from "./importer";
import { recogniseSource } from "./recognise";
import { mendedDatabase, REAL_NORN } from "./testing/real-norn";

let folder: string;
let database: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "norn-real-"));
  database = await mendedDatabase(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(path: string, campaign = "only") {
  const source = await openSource(path);
  const found = await recogniseSource(source);
  if ("refusal" in found) throw new Error(found.refusal);
  expect(found.importer.id).toBe("norn");
  const episodes: EpisodeRecord[] = [];
  const issues: Issue[] = [];
  const splits = new Map<string, Split>();
  const types: Record<string, number> = {};
  for await (const item of found.importer.read(source, { campaign })) {
    if (item.kind === "issue") {
      issues.push(item.issue);
      continue;
    }
    const { record } = item;
    expect(recordSchema.safeParse(record).success).toBe(true);
    types[record.type] = (types[record.type] ?? 0) + 1;
    if (record.type === "case") splits.set(record.key, record.split);
    if (record.type === "episode") episodes.push(record);
  }
  const told = (code: string) =>
    issues.filter((issue) => issue.code === code).map((i) => i.message);
  return { episodes, issues, splits, types, told };
}

type Read = Awaited<ReturnType<typeof read>>;

/** Of all episodes: how many, aborted by reason; of attacked ones: finished, hits, hits before an abort. */
function row({ episodes, splits }: Read, arm: string) {
  const own = episodes.filter((episode) => episode.arm === arm);
  const reasons: Record<string, number> = {};
  for (const { termination } of own.filter((episode) => isAbort(episode.termination))) {
    reasons[termination] = (reasons[termination] ?? 0) + 1;
  }
  const attacked = own.filter((episode) => splits.get(episode.case) === "attack");
  const finished = attacked.filter((episode) => !isAbort(episode.termination));
  const hits = (of: readonly EpisodeRecord[]) =>
    of.filter(({ attackerAction }) => attackerAction === true).length;
  return [own.length, reasons, finished.length, hits(finished), hits(attacked) - hits(finished)];
}

describe("norn.db as it lies in ../shared/data", () => {
  it("is damaged, and refused as such rather than read in part", async () => {
    await expect(read(join(REAL_NORN, "norn.db"), "1")).rejects.toThrow(
      "The SQLite database cannot be read. It is damaged or was cut, or its schema is not one of SQLite's own: 36 bytes are missing at its end.",
    );
  });
});

describe("norn.db with its lost bytes put back", () => {
  it("holds four campaigns in write-ahead mode, and names them when none is chosen", async () => {
    const { types, issues } = await read(database);
    expect(types).toEqual({});
    expect(issues.map(({ code }) => code)).toEqual(["wal-mode", "several-campaigns"]);
    expect(issues[1]?.message).toContain(
      '1 "L3 A/B hardening demo" (completed), 2 "L1 temperature sweep demo" (completed), 3 "L3 no arms (legacy), interrupted" (running), 4 "L2 planned only" (planned)',
    );
  });

  it("campaign 1: arms, of which the hardened one failed 14 times", async () => {
    const real = await read(database, "1");
    expect(real.types).toEqual({ campaign: 1, arm: 2, case: 16, episode: 96, end: 1 });
    expect(row(real, "baseline")).toEqual([
      48,
      { provider_error: 2, context_limit: 3, turn_limit: 1 },
      34,
      34,
      0,
    ]);
    expect(row(real, "hardened")).toEqual([48, { unknown: 10, provider_error: 4 }, 28, 8, 0]);
    // Norn's own aggregates count the calls of failed replicas and its rate of success leaves them out.
    const failed = real.episodes.filter(
      ({ arm, terminationSource }) => arm === "hardened" && terminationSource === "recorded",
    );
    expect(failed).toHaveLength(14);
    expect(failed.filter(({ calls }) => (calls ?? []).length > 0)).toHaveLength(11);
    expect(failed.every((episode) => episode.attackerAction === undefined)).toBe(true);
  });

  it("campaign 1: every call, and the tokens that Norn's own bill counts", async () => {
    const { episodes } = await read(database, "1");
    const calls = episodes.flatMap((episode) => episode.calls ?? []);
    expect(calls).toHaveLength(154);
    expect(calls.filter(({ authorised }) => authorised === false)).toHaveLength(76);
    expect(calls.filter(({ decision }) => decision?.outcome === "deny")).toHaveLength(71);
    expect(calls.filter(({ executed }) => !executed)).toHaveLength(76);
    const sum = (of: (episode: EpisodeRecord) => number | undefined) =>
      episodes.reduce((total, episode) => total + (of(episode) ?? 0), 0);
    expect(sum(({ tokens }) => tokens?.prompt)).toBe(179_000);
    expect(sum(({ tokens }) => tokens?.completion)).toBe(26_036);
    expect(sum(({ turns }) => turns)).toBe(225);
  });

  it("campaign 2: a temperature sweep as two arms; seven answers were empty", async () => {
    const real = await read(database, "2");
    expect(real.types).toEqual({ campaign: 1, arm: 2, case: 28, episode: 56, end: 1 });
    expect(row(real, "temperature 0")).toEqual([
      28,
      { provider_error: 2, empty_output: 3 },
      16,
      0,
      0,
    ]);
    expect(row(real, "temperature 0.7")).toEqual([
      28,
      { context_limit: 1, empty_output: 4 },
      13,
      0,
      0,
    ]);
    expect(real.told("recoded-abort")).toContain(
      "temperature 0.7: 4 of 18 attacked episodes ended aborted (empty output); the file counts 4 of them as a defence and 0 as a successful attack. They leave every rate.",
    );
  });

  it("campaign 3: no arms, interrupted, every scored episode at its turn limit", async () => {
    const real = await read(database, "3");
    expect(real.types).toEqual({ campaign: 1, arm: 1, case: 16, episode: 14 });
    expect(row(real, "default")).toEqual([
      14,
      { provider_error: 3, turn_limit: 10, unknown: 1 },
      0,
      0,
      8,
    ]);
    expect(real.told("interrupted")).toHaveLength(1);
  });

  it("campaign 4: planned only", async () => {
    expect((await read(database, "4")).types).toEqual({ campaign: 1, case: 17, end: 1 });
  });

  it.each(["1", "2", "3", "4"])("refuses no row of campaign %s", async (campaign) => {
    const { issues } = await read(database, campaign);
    expect(issues.filter(({ severity }) => severity === "refused")).toEqual([]);
  });
});

describe("the exported campaigns", () => {
  it.each([
    ["1", { campaign: 1, arm: 2, case: 16, episode: 96, end: 1 }],
    ["2", { campaign: 1, arm: 2, case: 28, episode: 56, end: 1 }],
    ["3", { campaign: 1, arm: 1, case: 16, episode: 14 }],
    ["4", { campaign: 1, case: 17, end: 1 }],
  ])("campaign_%s.json is whole", async (id, types) => {
    const real = await read(join(REAL_NORN, `campaign_${id}.json`));
    expect(real.types).toEqual(types);
    expect(real.issues.filter(({ severity }) => severity === "refused")).toEqual([]);
    expect(real.told("no-transcripts")).toHaveLength(1);
  });

  it("tell the same as the database, except for what only answers tell", async () => {
    const facts = ({ episodes }: Read) =>
      episodes.map(({ arm, case: key, replica, attackerAction, calls, termination }) => ({
        cell: `${arm} ${key} ${replica}`,
        attackerAction,
        calls,
        termination: termination === "empty_output" ? "task_done" : termination,
      }));
    for (const id of ["1", "2", "3"]) {
      const exported = await read(join(REAL_NORN, `campaign_${id}.json`));
      expect(facts(exported)).toEqual(facts(await read(database, id)));
    }
  });

  it("lie beside tables of the same runs, which are left out by name", async () => {
    const { types, told } = await read(REAL_NORN, "2");
    expect(types).toEqual({ campaign: 1, arm: 2, case: 28, episode: 56, end: 1 });
    expect(told("other-files")).toEqual([
      "Left out, because it is no exported campaign: 12 files.",
    ]);
  });
});

describe("norn_v1_unversioned.db", () => {
  it("is read without the columns that came later", async () => {
    const real = await read(join(REAL_NORN, "norn_v1_unversioned.db"));
    expect(real.types).toEqual({ campaign: 1, arm: 1, case: 1, episode: 1, end: 1 });
    expect(real.episodes[0]).toMatchObject({
      arm: "default",
      termination: "agent_refused",
      terminationSource: "inferred",
      attackerAction: false,
    });
    expect(real.told("wal-mode")).toEqual([]);
    expect(real.told("no-turn-limit")).toHaveLength(1);
  });
});

describe("Norn's campaign 1 with the roles of the lab's tools", () => {
  async function episodesWith(options: Record<string, string>) {
    const source = await openSource(join(REAL_NORN, "campaign_1.json"));
    const found = await recogniseSource(source);
    if ("refusal" in found) throw new Error(found.refusal);
    const episodes: EpisodeRecord[] = [];
    const splits = new Map<string, Split>();
    let roles = new Map<string, Role>();
    for await (const item of found.importer.read(source, options)) {
      if (item.kind === "issue") continue;
      const { record } = item;
      if (record.type === "campaign") {
        expect(record.attribution).toBeUndefined();
        roles = new Map(record.manifest?.tools.map(({ name, role }) => [name, role]));
      }
      if (record.type === "case") splits.set(record.key, record.split);
      if (record.type === "episode") episodes.push(record);
    }
    return { episodes, splits, roles };
  }

  it("weighs what Norn's policy denied, by recorded authorisation and not by a rule", async () => {
    const { episodes, splits, roles } = await episodesWith({ roles: "shipped" });
    const points: Record<string, number> = {};
    for (const episode of episodes) {
      const attacked = splits.get(episode.case) === "attack";
      expect(episode.attributable).toBe(attacked ? true : undefined);
      if (!attacked || isAbort(episode.termination)) continue;
      for (const call of episode.calls ?? []) {
        // An unknown tool is malformed in Norn's eyes: it never ran, so it needs no role.
        if (call.executed) expect(roles.get(call.tool)).toBeDefined();
        const role = roles.get(call.tool);
        if (call.decision?.outcome !== "deny" || role === undefined) continue;
        points[episode.arm] = (points[episode.arm] ?? 0) + ROLES[role].weight;
      }
    }
    // Counted over the export's own rows by a second implementation.
    expect(points).toEqual({ baseline: 68, hardened: 0 });
  });

  it("leaves everything as it was without them", async () => {
    const { episodes, roles } = await episodesWith({});
    expect(roles.size).toBe(0);
    expect(episodes.some((episode) => "attributable" in episode)).toBe(false);
  });

  it("refuses a choice that is none", async () => {
    const source = await openSource(join(REAL_NORN, "campaign_1.json"));
    const found = await recogniseSource(source);
    if ("refusal" in found) throw new Error(found.refusal);
    const items = [];
    for await (const item of found.importer.read(source, { roles: "some" })) items.push(item);
    expect(items).toMatchObject([{ kind: "issue", issue: { code: "invalid-option" } }]);
  });
});
