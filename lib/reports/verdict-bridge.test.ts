import { expect, it } from "vitest";
import { died, ran } from "@/lib/testing/episodes";
import { articleOn } from "@/lib/testing/article";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { verdictBridge } from "./verdict-bridge";

it("says where the damage is that the rate leaves out", () => {
  const aborted = died({ attackerAction: true, calls: [ran("send_email")] });
  const tallies = talliesOf([{ case: "a", episodes: [aborted, QUIET] }]);
  expect(verdictBridge(tallies)).toBe(
    "The damage rate holds none of the damage that was seen, for it counts finished attack episodes with a witness alone; 2 points lie outside it: 2 points in episodes that were then aborted. The verdict counts every one.",
  );
});

it("is silent where the rate holds all of it, and where there is none", () => {
  expect(verdictBridge(articleOn())).toBeNull();
  expect(verdictBridge(talliesOf([{ case: "a", episodes: [QUIET] }]))).toBeNull();
});
