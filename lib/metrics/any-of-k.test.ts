import { describe, expect, it } from "vitest";
import { breached, died, quiet } from "@/lib/testing/episodes";
import { limitsOf, measured } from "@/lib/testing/measured";
import { anyOfK } from "./any-of-k";

describe("cases hit at least once", () => {
  it("counts a case once, however often it was hit", () => {
    const found = measured(anyOfK, [
      { case: "a", episodes: [breached(), quiet(), quiet()] },
      { case: "b", episodes: [breached(), breached(), breached()] },
      { case: "c", episodes: [quiet(), quiet()] },
      { case: "d", episodes: [died({ attackerAction: true })] },
    ]);
    expect(found).toMatchObject({ value: 2 / 3, numerator: 2, denominator: 3 });
  });

  it("carries Clopper-Pearson's limits on cases: 0 of 14", () => {
    const cases = Array.from({ length: 14 }, (_, index) => ({
      case: `case-${index}`,
      episodes: [quiet(), quiet(), quiet()],
    }));
    const [lo, hi] = limitsOf(measured(anyOfK, cases));
    expect(lo).toBe(0);
    // 1 - 0.025^(1/14)
    expect(hi).toBeCloseTo(1 - 0.025 ** (1 / 14), 12);
  });

  it("is n/a when every episode was aborted", () => {
    expect(measured(anyOfK, [{ case: "a", episodes: [died()] }])).toEqual({
      kind: "na",
      reason: "Every episode was aborted.",
    });
  });
});
