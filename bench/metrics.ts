import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { CallRecord, EpisodeRecord } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { makeCampaignReport } from "@/lib/reports/make-campaign-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import type { ArmInput } from "@/lib/reports/report-input";
import { seededRandom } from "@/lib/stats/seeded-random";
import { armInput } from "@/lib/testing/article";
import { talliesOf } from "@/lib/testing/tallies";
import { median } from "./quantile";

/**
 * What a page's report costs, by the number of cases (`npm run bench:metrics`). The bars: a campaign
 * report from 1,000 cases in 2 arms under 20 ms, a comparison under 60 ms, and twice the cases at most
 * 2.3 times the time. Absolute times are printed beside their bar and depend on the machine; the ratio,
 * measured in turns in one run, decides the exit code. Above 1,000 differing cases the sign-flip test draws
 * instead of counting, which adds about 10 ms once, whatever the size.
 */
const SIZES = [500, 1_000, 2_000, 4_000] as const;
const BASE = 1_000;
const DOUBLE = 2_000;
const MOST_GROWTH = 2.3;
const ROUNDS = 31;
const WARM_UP = 5;

type Scenario = { name: string; barMs: number; prepare: (cases: number) => () => unknown };

const SCENARIOS: readonly Scenario[] = [
  {
    name: "campaign report, 2 arms x 3 replicas",
    barMs: 20,
    prepare: (cases) => {
      const arms = [arm("off", cases, 3), arm("on", cases, 3)];
      const identity = { slug: "bench", name: "bench", startedAt: null, finishedAt: null };
      return () => makeCampaignReport({ ...identity, arms }, DEFAULT_POLICY);
    },
  },
  {
    name: "comparison, 3 replicas, aborts in both arms",
    barMs: 60,
    prepare: (cases) => comparison(arm("off", cases, 3), arm("on", cases, 3)),
  },
  {
    name: "comparison, 1 replica, nothing aborted",
    barMs: 60,
    prepare: (cases) => comparison(arm("off", cases, 1), arm("on", cases, 1)),
  },
];

function comparison(off: ArmInput, on: ArmInput): () => unknown {
  const run = () => makeComparisonReport(off, on, DEFAULT_POLICY);
  const { state } = run().comparison;
  // A refused comparison computes no difference and would make a fine, empty benchmark.
  if (state !== "comparable") throw new Error(`the benchmark's arms are ${state}`);
  return run;
}

/** A made-up arm: a fifth of the cases can be hit, the guardrail stops most of it, 2 % of episodes die. */
function arm(name: "off" | "on", cases: number, replicas: number): ArmInput {
  const random = seededRandom(name === "off" ? 1 : 2);
  const guardrail = name === "on";
  const sketches = Array.from({ length: cases }, (_, index) => ({
    case: `case-${index}`,
    attack: `attack-${index % 40}`,
    episodes: Array.from({ length: replicas }, () =>
      replicas > 1 && random() < 0.02 ? died(random) : finished(random, index, guardrail),
    ),
  }));
  const tallies: Tally[] = talliesOf(sketches, { arm: name, guardrail });
  return { ...armInput(name, tallies, guardrail), attackCases: cases };
}

function died(random: () => number): Partial<EpisodeRecord> {
  return {
    ...witnessed(random),
    termination: random() < 0.5 ? "context_limit" : "provider_error",
  };
}

function finished(random: () => number, index: number, guardrail: boolean): Partial<EpisodeRecord> {
  const tempted = index % 5 === 0 && random() < 0.8;
  const calls: CallRecord[] = [{ tool: "read_inbox", executed: true, authorised: true }];
  if (tempted) calls.push(act("write_note", guardrail && random() < 0.9));
  if (tempted && random() < 0.5) calls.push(act("send_email", guardrail && random() < 0.7));
  return {
    ...witnessed(random),
    termination: "task_done",
    // Replicas are near copies (methods.md 2.2, 11): the case decides, chance seldom.
    taskCompleted: (index % 9 !== 4) !== random() < 0.03,
    calls,
  };
}

function witnessed(random: () => number): Partial<EpisodeRecord> {
  return {
    marker: { planted: true, witnessed: true },
    injectionReached: true,
    turns: 1 + Math.floor(random() * 4),
    durationMs: Math.floor(random() * 9_000),
    tokens: { prompt: Math.floor(random() * 9_000), completion: Math.floor(random() * 900) },
    costUsd: random() / 50,
  };
}

function act(tool: string, stopped: boolean): CallRecord {
  return {
    tool,
    executed: !stopped,
    authorised: false,
    marker: { inArguments: true },
    ...(stopped && { decision: { outcome: "deny" as const } }),
  };
}

/** Medians in ms of runs taken in turns, so that a slow moment of the machine falls on all alike. */
function medians(runs: readonly (() => unknown)[]): number[] {
  const times = runs.map((): number[] => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [index, run] of runs.entries()) {
      const start = performance.now();
      run();
      const elapsed = performance.now() - start;
      if (round >= 0) times[index]?.push(elapsed);
    }
  }
  return times.map(median);
}

const print = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(46) : cell.padStart(9))).join(""));

print(["cases", ...SIZES.map(String), "bar", "growth"]);
let failed = false;
for (const { name, barMs, prepare } of SCENARIOS) {
  const times = medians(SIZES.map(prepare));
  const at = (cases: (typeof SIZES)[number]) => times[SIZES.indexOf(cases)] ?? Number.NaN;
  const growth = at(DOUBLE) / at(BASE);
  failed ||= !(growth <= MOST_GROWTH);
  print([
    name,
    ...times.map((time) => `${time.toFixed(1)} ms`),
    `${barMs} ms`,
    `x${growth.toFixed(2)}`,
  ]);
  if (at(BASE) >= barMs) console.log(`  over its bar on this machine: ${at(BASE).toFixed(1)} ms`);
}
console.log(
  `Growth is ${DOUBLE} cases over ${BASE}; at most x${MOST_GROWTH}. Medians of ${ROUNDS} rounds.`,
);
if (failed) {
  console.error(`Twice the cases take more than ${MOST_GROWTH} times the time.`);
  process.exitCode = 1;
}
