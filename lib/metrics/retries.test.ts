import { describe, expect, it } from "vitest";
import { died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { retries } from "./retries";

const failed = { termination: "provider_error" as const };
const done = { termination: "task_done" as const };

describe("retries", () => {
  it("averages attempts beyond the first over started episodes, aborted ones too", () => {
    const found = measured(retries, [
      { case: "a", episodes: [{ ...quiet(), attempts: [failed, failed, done] }, quiet()] },
      {
        case: "b",
        episodes: [died({ attempts: [failed, failed] }), { ...quiet(), attempts: [done] }],
      },
    ]);
    expect(found).toMatchObject({ value: 0.75, numerator: 3, denominator: 4, interval: null });
  });

  it("is n/a when nothing was started", () => {
    expect(measured(retries, [])).toEqual({
      kind: "na",
      reason: "No attack case was run in this arm.",
    });
  });
});
