import { expect, test } from "vitest";
import { METRIC_INFOS } from "./metric-infos";

test("names what legitimate work pays for a guardrail, and travels as data", () => {
  const paid = METRIC_INFOS.filter(({ price }) => price === "benign").map(({ id }) => id);
  expect(paid).toContain("denied-legitimate");
  expect(paid).not.toContain("asr");
  expect(structuredClone(METRIC_INFOS)).toEqual(METRIC_INFOS);
});
