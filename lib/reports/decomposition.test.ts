import { describe, expect, it } from "vitest";
import type { CallRecord } from "@/lib/domain/records";
import { articleOff, articleOn } from "@/lib/testing/article";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { decompositionOf } from "./decomposition";
import { pairArms } from "./pair-arms";

function call(tool: string, executed: boolean): CallRecord {
  return {
    tool,
    executed,
    authorised: false,
    ...(!executed && { decision: { outcome: "deny" as const } }),
  };
}

describe("the article's identity", () => {
  const whole = decompositionOf(pairArms(articleOff(), articleOn()).cases);

  it("is 5/42 = 3/42 stopped by rule + 2/42 never tried, 60 % by rule", () => {
    expect(whole?.decomposition).toEqual({
      drop: 5 / 42,
      stoppedByRule: 3 / 42,
      neverTried: 2 / 42,
      shareByRule: 0.6,
      points: { drop: 5, stoppedByRule: 3, neverTried: 2, episodes: 42 },
    });
  });

  it("lays the rule's part to the writes and the untried part to the mails", () => {
    expect(whole?.identity.tools).toEqual([
      {
        name: "write_note",
        baseline: { damage: 3, exposure: 0 },
        candidate: { damage: 0, exposure: 3 },
        drop: 3 / 42,
        stoppedByRule: 3 / 42,
        neverTried: 0,
      },
      {
        name: "send_email",
        baseline: { damage: 4, exposure: 0 },
        candidate: { damage: 2, exposure: 0 },
        drop: 2 / 42,
        stoppedByRule: 0,
        neverTried: 2 / 42,
      },
    ]);
  });

  it("lays all of it to one attack", () => {
    expect(
      whole?.identity.attacks.map((row) => [row.name, row.drop, row.stoppedByRule, row.neverTried]),
    ).toEqual([
      ["crm-note", 5 / 42, 3 / 42, 2 / 42],
      ["account-mail", 0, 0, 0],
    ]);
  });
});

describe("arms with unequal numbers of weighable episodes", () => {
  const unseen = { ...QUIET, marker: { planted: true, witnessed: false } };
  const hurt = (...calls: CallRecord[]) => ({ ...QUIET, calls });
  const baseline = talliesOf([
    { case: "a", attack: "x", episodes: [hurt(call("send_email", true)), QUIET, QUIET] },
    { case: "b", attack: "x", episodes: [hurt(call("write_note", true)), QUIET] },
    { case: "c", attack: "y", episodes: [hurt(call("delete_record", true))] },
    { case: "only-baseline", attack: "y", episodes: [hurt(call("run_code", true))] },
  ]);
  const candidate = talliesOf([
    { case: "a", attack: "x", episodes: [hurt(call("send_email", false)), unseen] },
    { case: "b", attack: "x", episodes: [QUIET, QUIET, QUIET] },
    {
      case: "c",
      attack: "y",
      episodes: [hurt(call("delete_record", true), call("write_note", false)), QUIET, QUIET],
    },
    { case: "only-baseline", attack: "y", episodes: [unseen] },
  ]);
  const whole = decompositionOf(pairArms(baseline, candidate).cases);

  it("is over the cases weighable in both, in points per episode, without points", () => {
    // 2 + 1 + 3 points in 6 episodes; 3 points hurt and 2 + 1 stopped in 7.
    expect(whole?.decomposition).toEqual({
      drop: 24 / 42,
      stoppedByRule: 18 / 42,
      neverTried: 6 / 42,
      shareByRule: 18 / 24,
      points: null,
    });
  });

  it.each(["tools", "attacks"] as const)("has %s whose parts add up to the whole", (by) => {
    const rows = whole?.identity[by] ?? [];
    expect(rows.length).toBeGreaterThan(1);
    for (const part of ["drop", "stoppedByRule", "neverTried"] as const) {
      // In points times both arms' episodes every part is whole, so the sum is exact.
      const sum = rows.reduce((all, row) => all + Math.round(row[part] * 6 * 7), 0);
      expect(sum).toBe(Math.round((whole?.decomposition[part] ?? 0) * 6 * 7));
    }
    for (const row of rows) expect(row.drop).toBeCloseTo(row.stoppedByRule + row.neverTried, 15);
    const points = (side: "baseline" | "candidate", of: "damage" | "exposure") =>
      rows.reduce((sum, row) => sum + row[side][of], 0);
    expect([points("baseline", "damage"), points("baseline", "exposure")]).toEqual([6, 0]);
    expect([points("candidate", "damage"), points("candidate", "exposure")]).toEqual([3, 3]);
  });
});

describe("without a witness in one arm", () => {
  it("there is no identity", () => {
    const blind = talliesOf([{ case: "a", episodes: [{ ...QUIET, marker: undefined }] }]);
    const seen = talliesOf([{ case: "a", episodes: [QUIET] }]);
    expect(decompositionOf(pairArms(blind, seen).cases)).toBeNull();
    expect(decompositionOf(pairArms(seen, blind).cases)).toBeNull();
    expect(decompositionOf([])).toBeNull();
  });
});
