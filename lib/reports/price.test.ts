import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import type { CallRecord, EpisodeRecord } from "@/lib/domain/records";
import { armInput } from "@/lib/testing/article";
import { type CaseSketch, QUIET, talliesOf } from "@/lib/testing/tallies";
import { priceOf } from "./price";
import type { ArmInput } from "./report-input";

const paid = (prompt: number, turns: number): Partial<EpisodeRecord> => ({
  ...QUIET,
  tokens: { prompt, completion: 100 },
  turns,
  durationMs: turns * 500,
  costUsd: prompt / 1000,
});
const deniedNote: CallRecord = {
  tool: "write_note",
  executed: false,
  authorised: true,
  decision: { outcome: "deny" },
};

const baseline: CaseSketch[] = [
  { case: "a", episodes: [paid(900, 2), paid(1100, 4)] },
  { case: "b", episodes: [{ ...paid(1000, 3), taskCompleted: false }, paid(1000, 3)] },
  { case: "only-baseline", episodes: [paid(9000, 9)] },
  { case: "work-1", split: "benign", episodes: [QUIET, QUIET] },
  { case: "work-2", split: "benign", episodes: [QUIET, QUIET] },
  { case: "only-baseline-work", split: "benign", episodes: [{ ...QUIET, taskCompleted: false }] },
];
const candidate: CaseSketch[] = [
  { case: "a", episodes: [paid(1900, 4), { ...paid(2100, 6), taskCompleted: false }] },
  { case: "b", episodes: [{ ...paid(2000, 5), termination: "agent_refused" }, paid(2000, 5)] },
  {
    case: "work-1",
    split: "benign",
    episodes: [QUIET, { ...QUIET, termination: "guardrail_stop", taskCompleted: false }],
  },
  {
    case: "work-2",
    split: "benign",
    episodes: [{ ...QUIET, calls: [deniedNote, deniedNote] }, QUIET],
  },
];

function price(before: CaseSketch[], after: CaseSketch[], replicasPerCase = 1) {
  const planned = (input: ArmInput): ArmInput => ({
    ...input,
    campaign: { ...input.campaign, planned: { replicasPerCase } },
  });
  const rows = priceOf(
    planned(armInput("off", talliesOf(before), false)),
    planned(armInput("on", talliesOf(after), true)),
    DEFAULT_POLICY,
  );
  return new Map(rows.map((row) => [row.metric, row]));
}

describe("the price of a guardrail", () => {
  const rows = price(baseline, candidate);

  it("is told by the metrics that declare it, in the registry's order", () => {
    expect([...rows.keys()]).toEqual([
      "task-done",
      "completion",
      "refusal-rate",
      "benign-completion",
      "denied-legitimate",
      "benign-stops",
      "tokens",
      "turns",
      "duration",
      "cost",
    ]);
  });

  it.each([
    ["task-done", 3, 4, 3, 4, 0],
    ["completion", 3, 4, 3, 4, 0],
    ["refusal-rate", 0, 4, 1, 4, 0.25],
    ["benign-completion", 4, 4, 3, 4, -0.25],
    ["denied-legitimate", 0, 4, 2, 4, 0.5],
    ["benign-stops", 0, 4, 1, 4, 0.25],
    ["tokens", 4400, 4, 8400, 4, 1000],
    ["turns", 12, 4, 20, 4, 2],
    ["duration", 6, 4, 10, 4, 1],
    ["cost", 4, 4, 8, 4, 1],
  ])("%s, over the cases common to both arms", (metric, num0, den0, num1, den1, difference) => {
    expect(rows.get(metric)).toMatchObject({
      cases: 2,
      baseline: { numerator: num0, denominator: den0 },
      candidate: { numerator: num1, denominator: den1 },
      difference,
      withheld: null,
    });
  });

  it("is n/a with its reason where an arm has no figure", () => {
    const bare = price([{ case: "a", episodes: [QUIET] }], [{ case: "a", episodes: [paid(1, 1)] }]);
    expect(bare.get("tokens")).toMatchObject({
      baseline: { kind: "na", reason: "No finished attack episode records its tokens." },
      candidate: { kind: "value", value: 101 },
      difference: null,
      withheld: null,
    });
    expect(bare.get("benign-completion")).toMatchObject({
      baseline: { kind: "na", reason: "No benign case was run in this arm." },
      difference: null,
    });
  });

  it("shows no difference where no case records it in both arms", () => {
    const apart = price(
      [
        { case: "a", episodes: [paid(1, 1)] },
        { case: "b", episodes: [QUIET] },
      ],
      [
        { case: "a", episodes: [QUIET] },
        { case: "b", episodes: [paid(1, 1)] },
      ],
    );
    expect(apart.get("tokens")).toMatchObject({
      cases: 2,
      baseline: { kind: "value" },
      candidate: { kind: "value" },
      difference: null,
      withheld: "No case records it in both arms.",
    });
  });

  it("rests on the cases that record it in both arms", () => {
    const partly = price(
      [
        { case: "a", episodes: [paid(900, 2)] },
        { case: "b", episodes: [paid(9900, 9)] },
      ],
      [
        { case: "a", episodes: [paid(400, 1)] },
        { case: "b", episodes: [QUIET] },
      ],
    );
    expect(partly.get("tokens")).toMatchObject({
      cases: 1,
      baseline: { value: 1000 },
      candidate: { value: 500 },
      difference: -500,
    });
  });

  it("withholds benign differences when planned benign episodes were never started", () => {
    const partly = price(baseline, candidate, 3);
    expect(partly.get("benign-completion")).toMatchObject({
      baseline: { kind: "value" },
      candidate: { kind: "value" },
      difference: null,
      withheld:
        "No difference: results of benign cases are missing. 4 planned episodes were never started.",
    });
    expect(price(baseline, candidate, 2).get("benign-completion")?.difference).toBe(-0.25);
  });

  it("withholds benign differences when benign episodes abort unequally", () => {
    const died = { ...QUIET, termination: "provider_error" as const };
    const shut = price(baseline, [
      ...candidate.filter((sketch) => sketch.split !== "benign"),
      { case: "work-1", split: "benign", episodes: [QUIET, died] },
      { case: "work-2", split: "benign", episodes: [QUIET, QUIET] },
    ]);
    expect(shut.get("benign-completion")).toMatchObject({
      difference: null,
      withheld:
        "No difference: the arms are not shown to abort alike in their benign cases (1 of 4 episodes in the candidate, 0 of 4 in the baseline).",
    });
    expect(shut.get("tokens")?.difference).toBe(1000);
  });
});
