import { expect, it } from "vitest";
import { identityLines } from "./identity-table.model";

const send = {
  name: "send",
  baseline: { damage: 4, exposure: 0 },
  candidate: { damage: 2, exposure: 0.5 },
  drop: 2 / 42,
  stoppedByRule: 0.5 / 42,
  neverTried: 1.5 / 42,
};
const write = {
  name: "write",
  baseline: { damage: 3, exposure: 1 },
  candidate: { damage: 5, exposure: 0 },
  drop: -2 / 42,
  stoppedByRule: -1 / 42,
  neverTried: -1 / 42,
};

it("adds the parts' points up to the whole, whose rates are the report's own", () => {
  const whole = { drop: 0, stoppedByRule: -0.5 / 42, neverTried: 0.5 / 42 };
  const lines = identityLines([send, write], whole);
  expect(lines.whole).toEqual({
    name: "All",
    damage: "7 → 7",
    exposure: "1 → 0.5",
    drop: "±0.0000",
    stoppedByRule: "−0.0119",
    neverTried: "+0.0119",
  });
  expect(lines.parts[1]).toEqual({
    name: "write",
    damage: "3 → 5",
    exposure: "1 → 0",
    drop: "−0.0476",
    stoppedByRule: "−0.0238",
    neverTried: "−0.0238",
  });
});
