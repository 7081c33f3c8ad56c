import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { episodeQuery } from "@/lib/answers/episode-query";
import { Neighbours, positionWords } from "./neighbours";

const place = {
  previous: null,
  next: { campaignSlug: "c1", seq: 8 },
  position: 1,
  total: 42,
  exact: true,
  looked: true,
};

it("says where in the list the episode stands, as far as that is counted", () => {
  expect(positionWords({ ...place, position: 17 })).toBe("17 of 42");
  expect(positionWords({ ...place, total: 10_000, exact: false })).toBe("1 of more than 10,000");
  expect(positionWords({ ...place, position: null, total: 1_000_000 })).toBe(
    "Far on, of 1,000,000",
  );
  expect(positionWords({ ...place, position: 0 })).toBe("Episodes");
});

it("leads to the next one within the filter, and keeps the place of a step that is not open", () => {
  const draw = (of: typeof place) =>
    renderToStaticMarkup(<Neighbours project="p" place={of} query={episodeQuery({ arm: "on" })} />);
  expect(draw(place)).toContain('href="/p/p/campaigns/c1/episodes/8?arm=on"');
  expect(draw(place)).toContain('<span aria-disabled="true"');
  expect(draw(place)).not.toContain("not looked for");
  expect(draw({ ...place, looked: false })).toContain("not looked for to the end");
});
