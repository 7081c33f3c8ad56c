import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { armInput } from "@/lib/testing/article";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { makeComparisonReport } from "./make-comparison-report";

const died = { termination: "turn_limit" as const };

it("names the cases, their gap and what is lost, also where the totals are equal", () => {
  const baseline = talliesOf([
    { case: "a", episodes: [died, QUIET] },
    { case: "b", episodes: [QUIET, QUIET] },
    { case: "c", episodes: [QUIET, QUIET] },
  ]);
  const candidate = talliesOf([
    { case: "a", episodes: [QUIET, QUIET] },
    { case: "b", episodes: [died, died] },
    { case: "c", episodes: [QUIET, QUIET] },
  ]);
  const { abortsFall } = makeComparisonReport(
    armInput("base", baseline, false),
    armInput("cand", candidate, true),
    DEFAULT_POLICY,
  );
  expect(abortsFall).toMatchObject({
    aborted: 3,
    casesWithAborts: 2,
    topTwoShare: 1,
    meanGap: 0.5,
    byCase: [
      { case: "b", baseline: { aborted: 0, started: 2 }, candidate: { aborted: 2, started: 2 } },
      { case: "a", baseline: { aborted: 1, started: 2 }, candidate: { aborted: 0, started: 2 } },
    ],
    sentence:
      "3 aborted episodes in 2 of 3 common cases; the two heaviest hold 100 %. 1 case is lost to the comparison.",
  });
});

it("has nothing to say of two arms without a common case", () => {
  const { abortsFall } = makeComparisonReport(
    armInput("base", [], false),
    armInput("cand", [], true),
    DEFAULT_POLICY,
  );
  expect(abortsFall).toMatchObject({ aborted: 0, byCase: [], meanGap: null, topTwoShare: null });
});
