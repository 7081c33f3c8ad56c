import { describe, expect, it } from "vitest";
import { breached, died, quiet, ran } from "@/lib/testing/episodes";
import { talliesOf } from "@/lib/testing/tallies";
import { caseDifference, caseSums, observedInBoth } from "./case-sums";
import { pairArms } from "./pair-arms";

const damage = {
  numerator: (tally: { damage: number }) => tally.damage,
  denominator: (tally: { weighable: number }) => tally.weighable,
};
const returned = ran("read_inbox", { marker: { returned: true } });

const { cases } = pairArms(
  talliesOf([
    { case: "a", episodes: [breached(returned), quiet(), quiet()] },
    { case: "b", episodes: [quiet()] },
  ]),
  talliesOf([
    { case: "a", episodes: [breached(ran("send_email")), quiet()] },
    { case: "b", episodes: [died()] },
  ]),
);

describe("a metric's sums of one case", () => {
  const [first] = cases.map((pair) => caseSums(pair, damage));

  it("stand by arm: 1 the candidate's, 0 the baseline's", () => {
    expect(first).toEqual({ num1: 2, den1: 2, num0: 0.5, den0: 3 });
  });

  it("give their difference as whole over whole, half weights too: 2/2 − 0.5/3 = 10/12", () => {
    expect(first && caseDifference(first)).toEqual({ num: 10, den: 12 });
  });

  it("are compared where both arms observed the case", () => {
    expect(observedInBoth(cases, damage).map((pair) => pair.case)).toEqual(["a"]);
  });
});
