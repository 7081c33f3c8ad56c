import { expect, it } from "vitest";
import { armInput } from "@/lib/testing/article";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { coverageOf } from "./coverage";
import { frictionOf } from "./friction";

const manifest = {
  tools: [
    { name: "send", role: "send" as const, parameters: { properties: { to: {}, body: {} } } },
    { name: "wipe", role: "delete" as const },
  ],
};
const [quiet] = talliesOf([{ case: "a", episodes: [QUIET] }]);
if (quiet === undefined) throw new Error("no tally");
const tally = { ...quiet, goal: { tool: "send", parameter: "to" } };
const input = (tallies: (typeof tally)[], declared: typeof manifest | undefined = manifest) => {
  const arm = armInput("on", tallies, true);
  return { ...arm, campaign: { ...arm.campaign, manifest: declared } };
};

it("lists pairs, untested first, and the weights that no attack case exercised", () => {
  expect(coverageOf(input([tally]), [tally])).toEqual({
    none: null,
    pairs: [
      { tool: "send", parameter: "body", role: "send", cases: 0, finished: 0 },
      { tool: "send", parameter: "to", role: "send", cases: 1, finished: 1 },
    ],
    idle: [
      { role: "delete", weight: 3, tools: ["wipe"] },
      { role: "send", weight: 2, tools: ["send"] },
    ],
  });
});

it("says why there is none", () => {
  const bare = input([tally]);
  expect(coverageOf({ campaign: { ...bare.campaign, manifest: undefined } }, [tally]).none).toBe(
    "The campaign carries no manifest.",
  );
  expect(
    coverageOf({ campaign: { ...bare.campaign, manifest: { tools: [] } } }, [tally]).none,
  ).toBe("The manifest carries no parameter schemas.");
});

it("friction counts benign cases apart from authorised calls denied under attack", () => {
  const benign = { ...quiet, split: "benign" as const, started: 3, aborted: 1 };
  expect(frictionOf([{ ...quiet, deniedAuthorised: 2 }, benign])).toEqual({
    benignCases: 1,
    benignStarted: 3,
    benignAborted: 1,
    deniedAuthorisedInAttacks: 2,
    attackFinished: 1,
  });
});
