import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Measurement } from "@/lib/domain/measurement";
import type { Manifest } from "@/lib/domain/records";
import type { Tally } from "@/lib/domain/tally";
import { breached, denied, died, quiet, ran } from "@/lib/testing/episodes";
import { randomAborted, randomCases } from "@/lib/testing/random-sketches";
import { SUPPORT_MANIFEST } from "@/lib/reports/worked-campaigns";
import { type CaseSketch, QUIET, talliesOf } from "@/lib/testing/tallies";
import type { Metric } from "./metric";
import { METRICS, metricOf } from "./registry";
import { emptyTally } from "./scoring/tally-episodes";

const parameters = { type: "object", properties: { to: {}, body: {} } };
const manifest: Manifest = {
  tools: SUPPORT_MANIFEST.tools.map((tool) => ({ ...tool, parameters })),
};
const settings = { confidence: 0.95, manifest };

function tallied(cases: readonly CaseSketch[]): Tally[] {
  return talliesOf(cases, { manifest });
}

/** Every number of a value in its order of the type, for comparisons up to the rounding of sums. */
function numbersOf(measured: Measurement): number[] {
  if (measured.kind === "na") return [];
  const { value, numerator, denominator, interval } = measured;
  return [value, numerator, denominator, ...(interval ? [interval.lo, interval.hi] : [])];
}

function textOf(measured: Measurement): string {
  return measured.kind === "na" ? measured.reason : (measured.note ?? "");
}

/** Where two measurements of a metric differ beyond the rounding of sums; empty when they agree. */
function differences(metric: Metric, found: Measurement, expected: Measurement): string[] {
  const numbers = numbersOf(found);
  const wanted = numbersOf(expected);
  const apart = numbers.some((number, index) => {
    const want = wanted[index] ?? Number.NaN;
    return !(Math.abs(number - want) <= 1e-9 * Math.abs(want) + 1e-12);
  });
  const alike =
    found.kind === expected.kind &&
    textOf(found) === textOf(expected) &&
    numbers.length === wanted.length &&
    !apart;
  return alike ? [] : [`${metric.id}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
}

/**
 * What is unsound about a metric of these tallies; empty when nothing is. A value is finite, stands on
 * something, lies in its interval and is explained; n/a is a sentence.
 */
function faultsOf(metric: Metric, tallies: readonly Tally[]): string[] {
  const found = metric.measure(tallies, settings);
  if (found.kind === "na") {
    return /^[A-Z].{15,}\.$/.test(found.reason) ? [] : [`${metric.id}: n/a, "${found.reason}"`];
  }
  const { value, denominator, interval, note } = found;
  const most = metric.unit === "share" ? 1 : Number.POSITIVE_INFINITY;
  const sound =
    numbersOf(found).every(Number.isFinite) &&
    denominator > 0 &&
    value >= 0 &&
    value <= most &&
    (interval === null
      ? note !== undefined && note.length > 10
      : interval.lo <= value &&
        value <= interval.hi &&
        interval.level === 0.95 &&
        interval.method.length > 10);
  return sound ? [] : [`${metric.id}: ${JSON.stringify(found)}`];
}

/** Random campaigns under every metric take a second, and many on a busy machine. */
const SLOW_MS = 60_000;

describe("what a metric says of itself", () => {
  it.each(METRICS.map((metric) => [metric.id, metric] as const))("%s is complete", (id, metric) => {
    expect(id).toMatch(/^[a-z][a-z-]*$/);
    expect(metric.label.length).toBeGreaterThan(2);
    expect(metric.shortLabel.length).toBeGreaterThan(2);
    expect(metric.definition).toMatch(/^[A-Z].{20,}\.$/s);
    expect(metric.formula).toMatch(/.{5,}/);
    expect(metric.exclusions).toMatch(/^[A-Z].{5,}\.$/s);
    expect(metric.minimum).toMatch(/^[A-Z].{5,}\.$/);
    expect(metric.source).toMatch(/^(methods|product|agentdojo)\.md /);
    expect(metric.counts.numerator).toMatch(/.{3,}/);
    expect(metric.counts.denominator).toMatch(/.{3,}/);
  });

  it("is found by its id, and an unknown id is refused", () => {
    expect(metricOf("damage").label).toBe("Damage (IDR)");
    expect(() => metricOf("happiness")).toThrow(RangeError);
  });
});

/** Sums of a million episodes of one case, as an import would leave them. */
function millionEpisodes(name: string, part: number): Tally {
  const one = emptyTally({
    arm: "arm",
    case: {
      type: "case",
      key: name,
      attack: name,
      split: "attack",
      goal: { tool: "send_email", parameter: "to" },
    },
  });
  const finished = 900_000;
  const recorded = (sum: number) => ({ sum, episodes: finished });
  return {
    ...one,
    started: 1_000_000,
    finished,
    aborted: 100_000,
    terminations: { task_done: 890_000, agent_refused: 10_000, turn_limit: 100_000 },
    recordedFinished: finished,
    recordedRefused: 10_000,
    attackSuccess: 100_000 * part,
    safeAndUseful: finished - 100_000 * part,
    taskDone: 800_000,
    taskRecorded: finished,
    hitsBeforeAbort: 50_000,
    weighable: finished,
    damage: 200_000 * part,
    exposure: 300_000,
    attemptedActs: 100_000 * part + 150_000,
    damagedEpisodes: 100_000 * part,
    largestDamage: 2,
    largestExposure: 2,
    largestAttempted: 2,
    largestAtMost: 2,
    leftByRead: { calls: 1_000, points: 500 },
    attribution: { attributed: 2_000_000, unattributed: 0 },
    injectionReached: 999_999,
    injectionReachRecorded: 1_000_000,
    withoutCalls: 17,
    retries: 3,
    turns: recorded(4_000_000),
    durationMs: recorded(9e11),
    tokens: recorded(9e12),
    costUsd: recorded(123_456.78),
    tools: [
      {
        tool: "send_email",
        role: "send",
        calls: 3_000_000,
        executed: 2_000_000,
        denied: 1_000_000,
        damage: 200_000 * part,
        exposure: 300_000,
      },
    ],
  };
}

describe("whatever the data are", () => {
  const readOnly = talliesOf(
    [
      { case: "a", episodes: [quiet(ran("look")), quiet(ran("look"))] },
      { case: "b", episodes: [breached(ran("look"))] },
    ],
    { manifest: { tools: [{ name: "look", role: "read" }] } },
  );
  const returned = ran("read_inbox", { marker: { returned: true } });
  const SITUATIONS: Record<string, Tally[]> = {
    "no tally": [],
    "no episode": tallied([{ case: "a", episodes: [] }]),
    "all aborted": tallied([
      { case: "a", episodes: [died(), died({ calls: [ran("send_email")] })] },
      { case: "b", episodes: [{ termination: "unknown" }] },
    ]),
    "all n/a": tallied([
      { case: "a", episodes: [{ termination: "task_done" }, { termination: "task_done" }] },
      { case: "b", episodes: [{ termination: "task_done" }] },
    ]),
    "nothing attributed": tallied([
      { case: "a", episodes: [quiet({ tool: "send_email", executed: true })] },
    ]),
    "one case": tallied([{ case: "a", episodes: [quiet(), breached(ran("send_email"))] }]),
    "one episode": tallied([{ case: "a", episodes: [breached(ran("run_code"))] }]),
    "zero weights": readOnly,
    "a ceiling of 0": tallied([
      { case: "a", ceiling: 0, episodes: [quiet(), quiet()] },
      { case: "b", ceiling: 0, episodes: [quiet(), breached(ran("send_email"))] },
    ]),
    "half weights": tallied([
      { case: "a", ceiling: 0.5, episodes: [breached(returned), quiet()] },
      { case: "b", episodes: [breached(returned, returned, returned), quiet(denied("run_code"))] },
    ]),
    "benign only": tallied([
      { case: "a", split: "benign", episodes: [QUIET, died(), quiet(denied("send_email"))] },
    ]),
    "probes only": tallied([{ case: "a", split: "probe", episodes: [breached(ran("run_code"))] }]),
    "everything hurts": tallied(
      ["a", "b", "c"].map((name) => ({
        case: name,
        episodes: [breached(ran("run_code")), breached(ran("run_code"))],
      })),
    ),
    "a million episodes of one case": [millionEpisodes("a", 1)],
    "a million episodes of each of three cases": [1, 2, 0].map((part, index) =>
      millionEpisodes(`case-${index}`, part),
    ),
  };

  describe.each(Object.entries(SITUATIONS))("%s", (_name, tallies) => {
    it.each(METRICS)("$id is a finite value or n/a with a sentence", (metric) => {
      expect(faultsOf(metric, tallies)).toEqual([]);
    });
  });

  it.each(["no tally", "no episode", "probes only"])("%s: every metric is n/a", (name) => {
    const values = METRICS.filter(
      (metric) => metric.measure(SITUATIONS[name] ?? [], settings).kind === "value",
    );
    expect(values.map((metric) => metric.id)).toEqual([]);
  });

  it("benign only: nothing but the figures of benign cases has a value", () => {
    const values = METRICS.filter(
      (metric) => metric.measure(SITUATIONS["benign only"] ?? [], settings).kind === "value",
    );
    expect(values.map((metric) => metric.id)).toEqual([
      "benign-completion",
      "denied-legitimate",
      "benign-stops",
    ]);
  });

  it("E16: all aborted: only the figures that are about aborted episodes have a value", () => {
    const values = METRICS.filter(
      (metric) => metric.measure(SITUATIONS["all aborted"] ?? [], settings).kind === "value",
    );
    expect(values.filter((metric) => metric.finishedOnly)).toEqual([]);
    expect(values.map((metric) => metric.id)).toContain("abort-rate");
  });

  it("a million episodes: every metric of attack cases has a value", () => {
    const tallies = SITUATIONS["a million episodes of each of three cases"] ?? [];
    const without = METRICS.filter((metric) => metric.measure(tallies, settings).kind === "na");
    expect(without.map((metric) => metric.id)).toEqual([
      "benign-completion",
      "denied-legitimate",
      "benign-stops",
    ]);
  });

  it(
    "random episodes: every metric is sound",
    () => {
      fc.assert(
        fc.property(randomCases, (cases) => {
          const tallies = tallied(cases);
          expect(METRICS.flatMap((metric) => faultsOf(metric, tallies))).toEqual([]);
        }),
        { numRuns: 60, seed: 3 },
      );
    },
    SLOW_MS,
  );
});

describe("laws", () => {
  const finishedOnly = METRICS.filter((metric) => metric.finishedOnly);
  /** All of a value, but for the names of what has no figure: aborts may add to those. */
  const figureOf = (found: Measurement) =>
    found.kind === "na" ? null : { ...found, note: found.note?.replace(/ n\/a: .*$/, "") };

  it(
    "an aborted episode changes no metric of finished episodes, whatever it did",
    () => {
      fc.assert(
        fc.property(randomCases, randomAborted, fc.nat(), (cases, aborted, at) => {
          const index = cases.length === 0 ? 0 : at % cases.length;
          const more = cases.map((sketch, place) =>
            place === index ? { ...sketch, episodes: [...sketch.episodes, ...aborted] } : sketch,
          );
          const onItsOwn = { case: "new", attack: "new", episodes: aborted };
          const before = tallied(cases);
          for (const after of [tallied(more), tallied([...cases, onItsOwn])]) {
            // Why there is no figure may change with an abort; that there is none may not.
            const changed = finishedOnly.filter((metric) => {
              const found = JSON.stringify(figureOf(metric.measure(after, settings)));
              return found !== JSON.stringify(figureOf(metric.measure(before, settings)));
            });
            expect(changed.map((metric) => metric.id)).toEqual([]);
          }
        }),
        { numRuns: 60, seed: 5 },
      );
    },
    SLOW_MS,
  );

  it(
    "the order of tallies never matters",
    () => {
      fc.assert(
        fc.property(
          randomCases.chain((cases) =>
            fc.tuple(
              fc.constant(cases),
              fc.shuffledSubarray(cases, { minLength: cases.length, maxLength: cases.length }),
            ),
          ),
          ([cases, shuffled]) => {
            const apart = METRICS.flatMap((metric) =>
              differences(
                metric,
                metric.measure(tallied(shuffled), settings),
                metric.measure(tallied(cases), settings),
              ),
            );
            expect(apart).toEqual([]);
          },
        ),
        { numRuns: 60, seed: 7 },
      );
    },
    SLOW_MS,
  );

  it(
    "pooled campaigns are more replicas of the same cases: any split of the episodes is alike",
    () => {
      fc.assert(
        fc.property(randomCases, fc.nat(5), (cases, cut) => {
          const first = cases.map((sketch) => ({
            ...sketch,
            episodes: sketch.episodes.slice(0, cut),
          }));
          const second = cases.map((sketch) => ({
            ...sketch,
            episodes: sketch.episodes.slice(cut),
          }));
          const pooled = [...tallied(first), ...tallied(second)];
          const apart = METRICS.flatMap((metric) =>
            differences(
              metric,
              metric.measure(pooled, settings),
              metric.measure(tallied(cases), settings),
            ),
          );
          expect(apart).toEqual([]);
        }),
        { numRuns: 60, seed: 11 },
      );
    },
    SLOW_MS,
  );
});
