import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { benignStops } from "./benign-stops";

const stopped = { ...quiet(), termination: "guardrail_stop" as const };

describe("legitimate work ended by the guardrail", () => {
  it("is over finished benign episodes", () => {
    const found = measured(benignStops, [
      { case: "a", split: "benign", episodes: [stopped, quiet(), died()] },
      { case: "b", split: "benign", episodes: [quiet()] },
      { case: "c", episodes: [stopped] },
    ]);
    expect(found).toMatchObject({ value: 1 / 3, numerator: 1, denominator: 3 });
  });

  it("is n/a without benign work", () => {
    expect(measured(benignStops, [{ case: "a", episodes: [stopped] }])).toEqual({
      kind: "na",
      reason: "No benign episode finished in this arm.",
    });
  });
});
