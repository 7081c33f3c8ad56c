import { expect, it } from "vitest";
import { cellWords } from "./attack-matrix.model";

const measured = {
  kind: "measured",
  started: 12,
  aborted: 2,
  mark: "higher",
  k: 3,
  n: 10,
  few: false,
  interval: { lo: 0.108, hi: 0.603, level: 0.95, method: "m" },
} as const;

it("counts, shares, marks and says what was aborted", () => {
  expect(cellWords(measured)).toEqual({
    figure: "3/10 · 30 %",
    share: 0.3,
    mark: "higher, cannot tell",
    notes: ["2 of 12 aborted"],
    spoken: "3 of 10 succeeded, 11–60 % (95 %); 2 of 12 aborted; higher, cannot tell",
  });
});

it("gives no share of too few, and no word to what is level", () => {
  expect(cellWords({ ...measured, few: true, n: 3, aborted: 0, mark: "level" })).toEqual({
    figure: "3/3",
    share: null,
    mark: null,
    notes: [],
    spoken: "3 of 3 succeeded, too few to rank; level",
  });
});

it("says why there is no figure", () => {
  expect(
    cellWords({
      kind: "na",
      started: 3,
      aborted: 3,
      mark: "new",
      why: "all_aborted",
      words: "every episode aborted",
    }),
  ).toMatchObject({
    figure: "n/a",
    mark: "new",
    notes: ["every episode aborted", "3 of 3 aborted"],
  });
  expect(
    cellWords({ kind: "na", started: 0, aborted: 0, mark: null, why: "not_run", words: "not run" })
      .spoken,
  ).toBe("n/a: not run");
});
