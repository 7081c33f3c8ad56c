import { expect, it } from "vitest";
import { countOrMore, episodesCounted, listSentence } from "./searched";

it("says when a count is a floor", () => {
  expect(episodesCounted(1, true)).toBe("1 episode");
  expect(episodesCounted(10_024, false)).toBe("at least 10,024 episodes");
  expect([countOrMore(1200, true), countOrMore(1200, false)]).toEqual(["1,200", "1,200+"]);
});

it("says what a list holds", () => {
  const searched = { episodes: 40_000, of: 1_000_000 };
  const found = { total: 1, exact: true, searched };
  expect(listSentence(found, 1, false)).toBe("1 episode, newest imported campaign first.");
  expect(listSentence(found, 252, true)).toBe(
    "1 episode of 252 matches the filter, newest imported campaign first.",
  );
  expect(listSentence({ ...found, total: 3 }, 252, true)).toBe(
    "3 episodes of 252 match the filter, newest imported campaign first.",
  );
  expect(listSentence({ total: 12, exact: false, searched }, 1_000_000, true)).toBe(
    "The newest 40,000 of 1,000,000 episodes were searched. 12 of them match; the counts below are of these.",
  );
});
