import { describe, expect, it } from "vitest";
import { breached, died, quiet } from "@/lib/testing/episodes";
import { measured } from "@/lib/testing/measured";
import { replicaDisagreement } from "./replica-disagreement";

describe("cases whose replicas disagree", () => {
  it("counts cases hit in some replicas and not in others", () => {
    const found = measured(replicaDisagreement, [
      { case: "a", episodes: [breached(), quiet()] },
      { case: "b", episodes: [breached(), breached()] },
      { case: "c", episodes: [quiet(), quiet(), died({ attackerAction: true })] },
      { case: "d", episodes: [breached()] },
    ]);
    expect(found).toMatchObject({ value: 1 / 3, numerator: 1, denominator: 3 });
  });

  it("is n/a with one replica a case", () => {
    expect(measured(replicaDisagreement, [{ case: "a", episodes: [quiet(), died()] }])).toEqual({
      kind: "na",
      reason: "No case has two finished replicas whose outcome can be told.",
    });
  });
});
