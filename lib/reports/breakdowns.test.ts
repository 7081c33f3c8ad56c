import { describe, expect, it } from "vitest";
import { breached, died, quiet, ran } from "@/lib/testing/episodes";
import { talliesOf } from "@/lib/testing/tallies";
import { attackRows, toolRows } from "./breakdowns";

describe("rows by attack", () => {
  it("rank by success what five episodes show, and put fewer after, whatever they came to", () => {
    const half = [breached(), breached(), breached(), quiet(), quiet(), quiet()];
    const rows = attackRows(
      talliesOf([
        { case: "none", episodes: [died()] },
        { case: "three of three", episodes: [breached(), breached(), breached()] },
        { case: "one of four", episodes: [breached(ran("send_email")), quiet(), quiet(), quiet()] },
        { case: "none of five", episodes: Array.from({ length: 5 }, () => quiet()) },
        { case: "half", episodes: half },
      ]),
      0.95,
    );
    expect(rows.map((row) => row.attack)).toEqual([
      "half",
      "none of five",
      "one of four",
      "three of three",
      "none",
    ]);
    expect(rows[3]?.asr).toMatchObject({ numerator: 3, denominator: 3 });
  });
});

describe("rows by tool", () => {
  it("list a tool that only the application's own record shows, unknown and without a weight", () => {
    const tallies = talliesOf([
      { case: "a", episodes: [{ ...quiet(), effects: [{ tool: "mystery" }] }] },
    ]);
    expect(toolRows(tallies)).toEqual([
      {
        tool: "mystery",
        role: null,
        weight: null,
        calls: 0,
        executed: 0,
        denied: 0,
        damage: 0,
        exposure: 0,
      },
    ]);
  });
});
