import { describe, expect, it } from "vitest";
import { foundFigures, thresholdFigures } from "./refusal-figures.model";

describe("what a refusal found", () => {
  it("reads counts of one thing together, and names the others as they are", () => {
    const figures = {
      candidateAborted: 14,
      candidateStarted: 42,
      baselineAborted: 0,
      baselineStarted: 1200,
      commonCases: 14,
      lostCases: 1,
    };
    expect(foundFigures({ figures })).toEqual([
      { name: "Aborted in the candidate", figure: "14 of 42" },
      { name: "Aborted in the baseline", figure: "0 of 1,200" },
      { name: "Common cases without a finished episode in an arm", figure: "1 of 14" },
    ]);
    expect(foundFigures({ figures: { baselineMaxRetries: 0, candidateMaxRetries: 2 } })).toEqual([
      { name: "Baseline max retries", figure: "0" },
      { name: "Candidate max retries", figure: "2" },
    ]);
  });

  it("leaves out no figure, also when its partner is missing", () => {
    expect(foundFigures({ figures: { candidateWithoutWitness: 3, commonCases: 14 } })).toEqual([
      { name: "Candidate without witness", figure: "3" },
      { name: "Common cases", figure: "14" },
    ]);
  });
});

it("words the thresholds in their units, and an unknown one by its name", () => {
  const thresholds = { margin: 0.05, alpha: 0.05, maxAbortRate: 0.2, leastCases: 52, newOne: 7 };
  expect(thresholdFigures({ thresholds }).map(({ figure }) => figure)).toEqual([
    "± 5 points",
    "5 %",
    "20 %",
    "52",
    "7",
  ]);
  expect(thresholdFigures({ thresholds }).at(-1)?.name).toBe("New one");
});
