import { expect, it } from "vitest";
import { identityBar } from "./identity-bar.model";

it("shows the published fall: 5/42 = 3/42 stopped by rule + 2/42 never tried", () => {
  const bar = identityBar({
    drop: 5 / 42,
    stoppedByRule: 3 / 42,
    neverTried: 2 / 42,
    shareByRule: 0.6,
    points: { drop: 5, stoppedByRule: 3, neverTried: 2, episodes: 42 },
  });
  expect(bar.parts?.byRule).toBeCloseTo(0.6, 12);
  expect(bar.parts?.neverTried).toBeCloseTo(0.4, 12);
  expect(bar.sentence).toBe(
    "Damage fell by 0.1190 per episode: 60 % of the fall was stopped by a rule, the rest was never tried.",
  );
  expect(bar.rows).toEqual([
    { label: "Drop", perEpisode: "+0.1190", inPoints: "5 in 42 episodes" },
    { label: "= stopped by rule", perEpisode: "+0.0714", inPoints: "3 in 42 episodes" },
    { label: "+ never tried", perEpisode: "+0.0476", inPoints: "2 in 42 episodes" },
  ]);
});

it("draws no bar when a part is negative, and gives no share of a rise", () => {
  const bar = identityBar({
    drop: -0.1,
    stoppedByRule: 0.2,
    neverTried: -0.3,
    shareByRule: null,
    points: null,
  });
  expect(bar.parts).toBeNull();
  expect(bar.sentence).toBe(
    "Damage did not fall (+0.1000 per episode), so there is no share of a fall.",
  );
  expect(bar.rows[0]?.inPoints).toBe("n/a: the arms have different numbers of episodes");
});

it("does not speak of a rest when more was tried than before", () => {
  const bar = identityBar({
    drop: 0.1,
    stoppedByRule: 0.15,
    neverTried: -0.05,
    shareByRule: 1.5,
    points: null,
  });
  expect(bar.parts).toBeNull();
  expect(bar.sentence).toBe(
    "Damage fell by 0.1000 per episode: rules stopped more than the whole fall, for more was tried.",
  );
});
