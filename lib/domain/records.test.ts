import { describe, expect, it } from "vitest";
import { caseSchema, episodeSchema } from "./records";

const episode = { type: "episode", arm: "on", case: "a", replica: 0 };
const testCase = { type: "case", key: "a", attack: "a", split: "attack" };

describe("the largest numbers of a record", () => {
  it.each([
    ["durationMs", 1e12],
    ["costUsd", 1e9],
    ["turns", Number.MAX_SAFE_INTEGER],
  ])("%s is taken up to %d and refused beyond, where sums would break", (field, most) => {
    const read = (value: number) => episodeSchema.safeParse({ ...episode, [field]: value }).success;
    expect([most, most * 1.001, 1e308, -1].map(read)).toEqual([true, false, false, false]);
  });

  it.each(["firstRequest", "prompt", "completion"])("%s tokens are safe whole numbers", (field) => {
    const read = (value: number) =>
      episodeSchema.safeParse({ ...episode, tokens: { [field]: value } }).success;
    expect([2 ** 53 - 1, 2 ** 53, 1.5].map(read)).toEqual([true, false, false]);
  });

  it("a ceiling is at most a million points", () => {
    const read = (ceiling: number) => caseSchema.safeParse({ ...testCase, ceiling }).success;
    expect([0, 1e6, 1_000_001, 1e160].map(read)).toEqual([true, true, false, false]);
  });
});
