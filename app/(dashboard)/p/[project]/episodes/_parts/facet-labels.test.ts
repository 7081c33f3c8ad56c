import { expect, it } from "vitest";
import { episodeQuery } from "@/lib/answers/episode-query";
import { chosenOf, commonArmNames, facetLabel } from "./facet-labels";

it("names an arm only where every campaign names it alike", () => {
  const campaign = (...arms: [string, string][]) => ({
    arms: arms.map(([key, name]) => ({ key, name })),
  });
  const names = commonArmNames([
    campaign(["on", "guard 1.3"], ["off", "no guard"]),
    campaign(["on", "guard 1.4"], ["off", "no guard"]),
    campaign(["on", "guard 1.3"]),
  ]);
  expect([...names]).toEqual([["off", "no guard"]]);
  expect(facetLabel("arm", "on", names)).toBe("on");
});

it("words the filter in force, what nobody knows as itself", () => {
  const query = episodeQuery({ termination: "turn_limit", marker: "x", class: "abort", text: "a" });
  const names = { arms: new Map<string, string>(), campaigns: new Map<string, string>() };
  expect(chosenOf(query, names).map(({ title, label }) => `${title}: ${label}`)).toEqual([
    "Ended: turn limit",
    "Finished or aborted: aborted",
    "Marker: x",
    "Text: a",
  ]);
});
