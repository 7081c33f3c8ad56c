import { expect, it } from "vitest";
import { remembered } from "./remembered";

it("keeps the newest and those asked for, and forgets the others", () => {
  const kept = remembered<number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  expect(kept.get("a")).toBe(1);
  kept.set("c", 3);
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([1, undefined, 3]);
  expect(kept.set("c", 4)).toBe(4);
  expect([kept.get("a"), kept.get("c")]).toEqual([1, 4]);
});
