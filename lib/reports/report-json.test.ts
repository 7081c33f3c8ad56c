import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { EpisodeRecord } from "@/lib/domain/records";
import { METRICS } from "@/lib/metrics/registry";
import { armInput, articleDying, articleOff, articleOn } from "@/lib/testing/article";
import { breached, denied, quiet, ran } from "@/lib/testing/episodes";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import type { ComparisonReport } from "./comparison-report";
import { makeArmReport } from "./make-arm-report";
import { makeCampaignReport } from "./make-campaign-report";
import { makeComparisonReport } from "./make-comparison-report";
import { makeHistoryReport } from "./make-history-report";
import { poolArms } from "./pool-arms";
import type { ArmInput } from "./report-input";

const on = armInput("on", articleOn(), true);
const off = armInput("off", articleOff(), false);
const dying = armInput("dying", articleDying(), true);
const empty = armInput("empty", [], true);

/** Cases of three episodes each that are all as `said`; every other case is quiet. */
function arm(said: Partial<EpisodeRecord>, cases = 14, every = 1): ArmInput {
  const sketches = Array.from({ length: cases }, (_, index) => {
    const episode = index % every === 0 ? { ...QUIET, ...said } : QUIET;
    return { case: `case-${index}`, episodes: [episode, QUIET, QUIET] };
  });
  return armInput("arm", talliesOf(sketches), true);
}

const unseen = { marker: { planted: true, witnessed: false } };
const untold = { attackerAction: undefined, marker: undefined };
const aborted = { termination: "turn_limit" as const };

function inSeries(): [ArmInput, ArmInput] {
  const run = (order: number, from: ArmInput): ArmInput => ({
    ...from,
    identity: { ...from.identity, campaignSlug: `nightly-${order}` },
    series: { name: "abba", order },
  });
  return [poolArms([run(2, off), run(3, off)]), poolArms([run(1, on), run(4, on)])];
}

const compare = (baseline: ArmInput, candidate: ArmInput, policy = DEFAULT_POLICY) =>
  makeComparisonReport(baseline, candidate, policy);

const blind = armInput(
  "blind",
  talliesOf([{ case: "a", episodes: [{ ...QUIET, marker: undefined }] }]),
  true,
);
const unplannedBlind = { ...blind, campaign: { ...blind.campaign, planned: undefined } };

const OPEN: [string, ComparisonReport][] = [
  ["the article's arms", compare(off, on)],
  ["pools in a series", compare(...inSeries())],
  ["nothing weighable", compare(unplannedBlind, unplannedBlind)],
  ["quiet arms", compare(arm({}), arm({}))],
];

const planned = (input: ArmInput, replicasPerCase: number): ArmInput => ({
  ...input,
  campaign: { ...input.campaign, planned: { replicasPerCase } },
});

const REFUSED: [string, ComparisonReport][] = [
  ["TOO_MANY_ABORTS", compare(off, dying)],
  [
    "ALL_ABORTED",
    compare(off, armInput("all", talliesOf([{ case: "crm-note", episodes: [aborted] }]), true)),
  ],
  ["TOO_FEW", compare(arm({}), arm(aborted, 14, 14))],
  ["TOO_FEW", compare(off, on, { ...DEFAULT_POLICY, requireShownParity: true })],
  ["PLANNED_EPISODES_MISSING", compare(planned(off, 4), on)],
  ["RECORDS_REFUSED", compare(off, { ...on, campaign: { ...on.campaign, refusedRecords: 3 } })],
  [
    "CAMPAIGN_INTERRUPTED",
    compare({ ...off, campaign: { ...off.campaign, interrupted: true } }, on),
  ],
  ["UNTOLD_RATES_DIFFER", compare(arm({}), arm(untold))],
  ["UNTOLD_TOO_FEW", compare(arm({}), arm(untold, 14, 14))],
  [
    "RETRY_POLICY_DIFFERS",
    compare(off, { ...on, campaign: { ...on.campaign, retryPolicy: { maxRetries: 1 } } }),
  ],
  [
    "RETRY_POLICY_NOT_RECORDED",
    compare(off, { ...on, campaign: { ...on.campaign, retryPolicy: undefined } }),
  ],
  ["MANIFEST_DIFFERS", compare(off, { ...on, campaign: { ...on.campaign, manifest: undefined } })],
  ["SCORING_VERSION_DIFFERS", compare(off, { ...on, scoringVersion: 2 })],
  ["EMPTY_ARM", compare(off, empty)],
  ["EMPTY_ARM", compare(empty, empty)],
  ["NO_COMMON_CASES", compare(off, arm({}))],
  ["NA_RATES_DIFFER", compare(arm({}), arm(unseen))],
  ["NA_TOO_FEW", compare(arm({}), arm(unseen, 14, 14))],
];

const ALONE: [string, object][] = [
  [
    "a campaign",
    makeCampaignReport(
      { slug: "a", name: "a", startedAt: null, finishedAt: null, arms: [on, off] },
      DEFAULT_POLICY,
    ),
  ],
  [
    "a campaign without an arm",
    makeCampaignReport(
      { slug: "a", name: "a", startedAt: null, finishedAt: null, arms: [] },
      DEFAULT_POLICY,
    ),
  ],
  [
    "a history",
    makeHistoryReport(
      [
        { ...off, startedAt: null },
        { ...dying, startedAt: null },
      ],
      DEFAULT_POLICY,
    ),
  ],
];

/** Every value anywhere, with the path to it. */
function leavesOf(value: unknown, path = "report"): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}

function keysOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    Array.isArray(value) ? keysOf(inner) : [key, ...keysOf(inner)],
  );
}

/** What only a difference between arms has. */
const OF_A_DIFFERENCE = [
  "deltas",
  "difference",
  "decomposition",
  "identity",
  "contrasts",
  "flips",
  "price",
  "series",
  "armDifference",
  "driftPerStep",
  "repeats",
  "drop",
  "stoppedByRule",
  "shareByRule",
  "reading",
  "p",
  "q",
];

describe.each([...OPEN, ...REFUSED, ...ALONE])("the report of %s", (_name, report) => {
  it("survives JSON as it is", () => {
    expect(JSON.parse(JSON.stringify(report))).toStrictEqual(report);
  });

  it("holds nothing but text, finite numbers, truth values and null", () => {
    const odd = leavesOf(report).filter(
      ([, value]) =>
        value !== null &&
        !["string", "boolean"].includes(typeof value) &&
        !(typeof value === "number" && Number.isFinite(value)),
    );
    expect(odd).toEqual([]);
    const words = leavesOf(report).filter(
      ([, value]) => typeof value === "string" && /\b(NaN|Infinity|undefined|null)\b/.test(value),
    );
    expect(words).toEqual([]);
  });
});

describe.each(OPEN)("%s", (_name, report) => {
  it("is open, with all that a difference has and no refusal", () => {
    expect(report.comparison.state).toBe("comparable");
    expect(report.refusals).toEqual([]);
    expect(keysOf(report.comparison)).toEqual(
      expect.arrayContaining(["deltas", "decomposition", "identity", "flips", "price", "series"]),
    );
  });
});

/** Arms whose every difference is a figure that neither of them has for itself. */
function apart(first: number, hits: number, said: Partial<EpisodeRecord> = {}): ArmInput {
  const sketches = Array.from({ length: 14 }, (_, index) => ({
    case: `case-${index}`,
    episodes: [
      index < hits ? breached(ran("write_note")) : quiet(),
      { ...quiet(denied("run_code")), turns: first, costUsd: first / 7, ...said },
      { ...quiet(), taskCompleted: index % first !== 0 },
    ],
  }));
  return armInput("arm", talliesOf(sketches), true);
}

const numbersOf = (value: unknown) =>
  leavesOf(value).flatMap(([path, leaf]) => (typeof leaf === "number" ? [{ path, leaf }] : []));

const near = (one: number, other: number) => Math.abs(one - other) < 1e-9;

describe.each([
  ["aborts", apart(3, 5), apart(5, 2, aborted)],
  ["missing episodes", planned(apart(3, 5), 4), apart(5, 2)],
  ["another scoring", apart(3, 5), { ...apart(5, 2), scoringVersion: 2 }],
  ["untold outcomes", apart(3, 5), apart(5, 2, untold)],
  ["unseen markers", apart(3, 5), apart(5, 2, unseen)],
])("a comparison that %s shut", (_name, baseline, candidate) => {
  it("has the difference of no metric among its numbers", () => {
    const report = compare(baseline, candidate);
    expect(report.comparison.state).not.toBe("comparable");
    const alone = numbersOf([
      makeArmReport(baseline, DEFAULT_POLICY),
      makeArmReport(candidate, DEFAULT_POLICY),
    ]);
    const differences = METRICS.flatMap(({ id }) => {
      const [before, after] = [report.baseline, report.candidate].map(
        ({ measurements }) => measurements[id],
      );
      if (before?.kind !== "value" || after?.kind !== "value") return [];
      const difference = after.value - before.value;
      return [{ id, values: [difference, -difference, difference / before.value] }];
    }).map(({ id, values }) => ({
      id,
      values: values.filter(
        (value) => !Number.isInteger(value) && !alone.some(({ leaf }) => near(leaf, value)),
      ),
    }));
    const told = differences.filter(({ values }) => values.length > 0).map(({ id }) => id);
    expect(told).toEqual(expect.arrayContaining(["asr", "damage"]));
    const outside = numbersOf({ ...report, gate: null, outcomes: null, witness: null });
    const leaks = outside.flatMap(({ path, leaf }) =>
      differences
        .filter(({ values }) => values.some((value) => near(value, leaf)))
        .map(({ id }) => `${id} at ${path}`),
    );
    expect(leaks).toEqual([]);
  });
});

describe.each(REFUSED)("%s", (code, report) => {
  it("is refused for that, with no difference outside the gates' own evidence", () => {
    expect(report.comparison.state).not.toBe("comparable");
    expect(report.refusals.map((refusal) => refusal.code)).toContain(code);
    const outside = new Set(keysOf({ ...report, gate: null, outcomes: null, witness: null }));
    expect(OF_A_DIFFERENCE.filter((key) => outside.has(key))).toEqual([]);
  });

  it("says what was found, what to do, and how many cases to run again", () => {
    for (const refusal of report.refusals) {
      expect(refusal.sentence).toMatch(/^[A-Z0-9].{20,}\.$/);
      expect(refusal.advice.length).toBeGreaterThan(0);
      expect(Object.keys(refusal.figures).length).toBeGreaterThan(0);
      expect(refusal.rerunCases).toBeGreaterThanOrEqual(0);
      expect(refusal.rerunCases).toBeLessThanOrEqual(report.pairing.commonCases);
    }
  });
});
