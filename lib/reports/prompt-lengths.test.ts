import { describe, expect, it } from "vitest";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { promptLengthFinding } from "./prompt-lengths";

const finished = (firstRequest: number) => ({ ...QUIET, tokens: { firstRequest } });
const aborted = (firstRequest: number) => ({
  termination: "context_limit" as const,
  tokens: { firstRequest },
});

/** Six cases: in each a finished episode at `short` tokens and an aborted one at `long`. */
const sixCases = (short: number, long: number) =>
  talliesOf(
    Array.from({ length: 6 }, (_, index) => ({
      case: `case-${index}`,
      episodes: [finished(short + index), aborted(long + index)],
    })),
  );

describe("promptLengthFinding", () => {
  it("says that aborts fall on long prompts", () => {
    expect(promptLengthFinding(sixCases(100, 900))).toEqual({
      kind: "value",
      auc: 1,
      aborted: 6,
      finished: 6,
      note: "The aborts fall on long prompts: attack success describes the short cases.",
    });
  });

  it("says nothing more where they do not", () => {
    expect(promptLengthFinding(sixCases(100, 100))).toMatchObject({ auc: 0.5, note: null });
  });

  it("counts lengths to three significant digits", () => {
    const [tally] = talliesOf([{ case: "a", episodes: [finished(12_341), finished(12_349)] }]);
    expect(tally?.promptLengths.finished).toEqual([[12_300, 2]]);
  });

  it.each([
    ["no abort", talliesOf([{ case: "a", episodes: [finished(1)] }]), "No episode was aborted."],
    [
      "no record",
      talliesOf([{ case: "a", episodes: [{ termination: "context_limit" }] }]),
      "The first request's tokens are not recorded.",
    ],
    [
      "aborts in two cases only",
      talliesOf(
        ["a", "b"].map((name) => ({
          case: name,
          episodes: [1, 2, 3].flatMap((n) => [finished(n), aborted(n)]),
        })),
      ),
      "Too few to tell: it takes 5 aborted episodes in 3 cases and 5 finished ones that record it.",
    ],
  ])("is n/a with %s", (_why, tallies, reason) => {
    expect(promptLengthFinding(tallies)).toEqual({ kind: "na", reason });
  });
});
