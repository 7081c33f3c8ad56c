import { expect, it } from "vitest";
import { compareAddress, tickWords, withTick } from "./campaign-compare.model";

it("keeps the order of the ticks, and takes a second tick back", () => {
  expect(withTick(withTick([], "b/on"), "a/off")).toEqual(["b/on", "a/off"]);
  expect(withTick(["b/on", "a/off"], "b/on")).toEqual(["a/off"]);
});

it("makes the first tick the baseline and the others candidates", () => {
  expect(compareAddress("p", [])).toBeNull();
  expect(compareAddress("p", ["a/off"])).toBeNull();
  expect(compareAddress("p", ["a/off", "b/on"])).toBe(
    "/p/p/compare?baseline=a%2Foff&candidate=b%2Fon",
  );
  expect(compareAddress("p", ["a/off", "b/on", "c/on"])).toBe(
    "/p/p/compare?baseline=a%2Foff&candidate=b%2Fon&also=c%2Fon",
  );
});

it("says which arm is what", () => {
  expect(tickWords([])).toBe("No arm is ticked.");
  expect(tickWords(["a off"])).toBe("Baseline: a off. Tick the arm to hold against it.");
  expect(tickWords(["a off", "b on", "c on"])).toBe("Baseline: a off. Against it: b on; c on.");
});
