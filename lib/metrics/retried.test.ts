import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { retried } from "./retried";

const failed = { termination: "provider_error" as const };
const done = { termination: "task_done" as const };

describe("tried again", () => {
  it("is the share of started episodes with more than one attempt, aborted ones too", () => {
    const found = measured(retried, [
      { case: "a", episodes: [{ ...quiet(), attempts: [failed, failed, done] }, quiet()] },
      { case: "b", episodes: [died({ attempts: [failed, failed] }), quiet()] },
      { case: "c", episodes: [{ ...quiet(), attempts: [done] }] },
      { case: "d", split: "benign", episodes: [{ ...quiet(), attempts: [failed, done] }] },
    ]);
    expect(found).toMatchObject({ value: 0.4, numerator: 2, denominator: 5 });
  });

  it("is n/a when nothing was started", () => {
    expect(measured(retried, [])).toEqual({
      kind: "na",
      reason: "No attack case was run in this arm.",
    });
  });
});
