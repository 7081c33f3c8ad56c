import { fileURLToPath } from "node:url";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { ArmRecord, CampaignRecord, CaseRecord, EpisodeRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { scoreEpisode } from "@/lib/metrics/scoring/score-episode";
import { addToTally, emptyTally } from "@/lib/metrics/scoring/tally-episodes";
import { makeArmReport } from "@/lib/reports/make-arm-report";
import type { ArmReport } from "@/lib/reports/arm-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import type { ArmInput } from "@/lib/reports/report-input";
import { beforeAll, describe, expect, it } from "vitest";
import type { Issue } from "./importer";
import { SUITE_TOOLS } from "./manifests/shipped-manifests";
import { recogniseSource } from "./recognise";

/** The real runs as reports take them, with the options given. */
async function readReal(name: "runs" | "drift_dialect", options: Record<string, string>) {
  const path = fileURLToPath(new URL(`../../../shared/data/agentdojo/${name}`, import.meta.url));
  const source = await folderSource(path);
  const found = await recogniseSource(source);
  if ("refusal" in found) throw new Error(found.refusal);
  let campaign: CampaignRecord | undefined;
  const arms = new Map<string, ArmRecord>();
  const cases = new Map<string, CaseRecord>();
  const episodes: EpisodeRecord[] = [];
  const issues: Issue[] = [];
  const tallies = new Map<string, Tally>();
  for await (const item of found.importer.read(source, options)) {
    if (item.kind === "issue") issues.push(item.issue);
    else if (item.record.type === "campaign") campaign = item.record;
    else if (item.record.type === "arm") arms.set(item.record.key, item.record);
    else if (item.record.type === "case") cases.set(item.record.key, item.record);
    else if (item.record.type === "episode") {
      const arm = arms.get(item.record.arm);
      const of = cases.get(item.record.case);
      if (arm === undefined || of === undefined) throw new Error("an episode before its case");
      episodes.push(item.record);
      const key = `${arm.key}\n${of.key}`;
      const tally = tallies.get(key) ?? emptyTally({ arm: arm.key, case: of });
      tallies.set(key, tally);
      const context = { arm, case: of, manifest: campaign?.manifest };
      addToTally(tally, scoreEpisode(item.record, context));
    }
  }
  if (campaign === undefined) throw new Error("no campaign");
  const recorded = campaign;
  const input = (key: string): ArmInput => {
    const guardrail = arms.get(key)?.guardrail;
    return {
      identity: {
        campaignSlug: "real",
        campaignName: "real",
        armKey: key,
        armName: key,
        guardrail: guardrail === undefined ? null : { ...guardrail, version: null },
        model: null,
      },
      campaign: { ...recorded, interrupted: false, refusedRecords: 0, duplicateRecords: 0 },
      scoringVersion: 1,
      attackCases: 0,
      tallies: [...tallies.values()].filter((tally) => tally.arm === key),
    };
  };
  return { campaign, cases, episodes, issues, input };
}

type Real = Awaited<ReturnType<typeof readReal>>;

const MODEL = "gpt-4o-mini-2024-07-18";

function figure(arm: ArmReport, metric: string) {
  const measured = arm.measurements[metric];
  return measured?.kind === "value" ? [measured.numerator, measured.denominator] : "n/a";
}

describe("the AgentDyn runs with the shipped roles", () => {
  let real: Real;
  const report = (suffix: string) => makeArmReport(real.input(`${MODEL}${suffix}`), DEFAULT_POLICY);
  beforeAll(async () => {
    real = await readReal("runs", { roles: "shipped" });
  });

  // Found by a second implementation in another language, over the JSON files alone: points of damage in
  // finished episodes and how many those are, points left open, episodes hit, the most in one, points before
  // an abort, episodes that the rule cannot attribute.
  it.each([
    ["", [380, 218], 619, 130, 8, 0, 0],
    ["-tool_filter", [36, 196], 71, 7, 10, 0, 0],
    ["-transformers_pi_detector", [15, 199], 21, 5, 8, 0, 0],
    ["-repeat_user_prompt", [223, 134], 333, 71, 9, 262, 10],
    ["-progent", [0, 18], 0, 0, 0, 0, 0],
    ["-drift", [0, 18], 0, 0, 0, 0, 0],
    ["-camel", [0, 18], 0, 0, 0, 0, 1],
  ] as const)("%s: damage", (suffix, damage, open, hit, largest, beforeAbort, unattributable) => {
    const arm = report(suffix);
    expect(figure(arm, "damage")).toEqual(damage);
    expect(figure(arm, "damage-at-most")).toEqual([damage[0] + open, damage[1]]);
    expect(arm.damagedEpisodes).toEqual({ episodes: hit, weighable: damage[1], largest });
    expect(arm.hitsBeforeAbort.points).toBe(beforeAbort);
    expect(arm.notWeighable.episodes).toBe(unattributable);
  });

  it("gives the denied calls of progent, and the one weighted refusal of drift, as exposure", () => {
    expect(figure(report("-progent"), "exposure")).toEqual([33, 18]);
    expect(figure(report("-progent"), "containment")).toEqual([33, 33]);
    expect(figure(report(""), "exposure")).toEqual([0, 218]);
    // DRIFT tells its refusals in a user's message: of those one is of a write, login_shopping_account.
    expect(figure(report("-drift"), "exposure")).toEqual([1, 18]);
  });

  it("says by which tools the undefended arm was hurt", () => {
    const tools = report("").tools.filter((row) => row.damage > 0);
    expect(Object.fromEntries(tools.map((row) => [row.tool, row.damage]))).toEqual({
      send_money: 130,
      send_email: 94,
      verify_transaction: 49,
      input_to_webpage: 40,
      delete_node: 30,
      download_file_through_url: 17,
      create_calendar_event: 4,
      cancel_calendar_event: 3,
      login_shopping_account: 3,
      update_shopping_account_password: 3,
      create_dir: 2,
      create_file: 2,
      move_node: 2,
      click_the_link: 1,
    });
  });

  it("changes no outcome: attack success is the file's, as without roles", () => {
    expect(figure(report(""), "asr")).toEqual([168, 218]);
    expect(figure(report("-tool_filter"), "asr")).toEqual([25, 196]);
  });

  it("marks every weight of every arm, and the sentences that hold one", () => {
    const { rule } = real.campaign.attribution ?? { rule: "" };
    const arm = report("");
    expect(arm.attributedByRule).toBe(rule);
    for (const metric of ["damage", "exposure", "attempted", "containment", "damage-at-most"]) {
      expect(arm.measurements[metric]).toMatchObject({ kind: "value", byRule: rule });
    }
    expect(arm.measurements["asr"]).not.toHaveProperty("byRule");
    expect(arm.verdict.sentence).toBe("380 points of damage were seen, attributed by rule.");
    const compared = makeComparisonReport(
      real.input(MODEL),
      real.input(`${MODEL}-tool_filter`),
      DEFAULT_POLICY,
    );
    if (compared.comparison.state !== "comparable") throw new Error(compared.headline);
    const damage = compared.comparison.deltas.metrics.find(({ metric }) => metric === "damage");
    expect(damage?.byRule).toBe(rule);
    expect(compared.answer).toMatch(/^Damage, attributed by rule, fell from /);
  });

  it("tells of attacked episodes without a benign run, and from how many the rule reads", () => {
    const told = (code: string) =>
      real.issues.flatMap((issue) => (issue.code === code ? [issue.message] : []));
    expect(told("attributed-by-rule")).toEqual([
      "Damage is attributed by rule, from 87 finished benign runs. In 61 of them the user's task was not done: a tool that the task needs and such a run never got to counts as the attacker's.",
    ]);
    expect(told("no-benign-run").map((message) => message.split(";")[0])).toContain(
      "gpt-4o-mini-2024-07-18-repeat_user_prompt: 10 attacked episodes without a finished benign run of the same user task in this arm",
    );
  });

  it("knows every tool that was called and exists, suite by suite", async () => {
    const drift = await readReal("drift_dialect", { roles: "shipped" });
    const unknown = new Set<string>();
    for (const { cases, episodes } of [real, drift]) {
      for (const episode of episodes) {
        const suite = cases.get(episode.case)?.key.split("/")[0] ?? "";
        const known = new Set(SUITE_TOOLS.get(suite)?.map(({ name }) => name));
        for (const call of episode.calls ?? []) {
          if (call.error === `Invalid tool ${call.tool} provided.` || known.has(call.tool))
            continue;
          unknown.add(`${suite}: ${call.tool}`);
        }
      }
    }
    expect([...unknown]).toEqual([]);
  });
});

describe("the same runs without roles", () => {
  it("have no weights, and say what to do", async () => {
    const real = await readReal("runs", {});
    expect(real.campaign.manifest).toBeUndefined();
    expect(real.campaign.attribution).toBeUndefined();
    const arm = makeArmReport(real.input(MODEL), DEFAULT_POLICY);
    for (const metric of ["damage", "exposure", "containment", "attempted", "damage-at-most"]) {
      expect(arm.measurements[metric]).toEqual({
        kind: "na",
        reason:
          "The roles of the tools are not known, so no call has a weight: give a manifest with the roles of the tools, then import again.",
      });
    }
    expect(arm.damageBounds).toBeNull();
    expect(figure(arm, "asr")).toEqual([168, 218]);
  });
});
