import { expect, it } from "vitest";
import { badTokens } from "./bad-tokens";

const isRefused = (counter: ReturnType<typeof badTokens>, address: string, now: number) => {
  try {
    counter.refuse(address, now);
    return false;
  } catch {
    return true;
  }
};

it("B9: ten bad tokens of an address within a minute shut it for the rest of that minute", () => {
  const counter = badTokens();
  for (let no = 0; no < 10; no += 1) {
    expect(isRefused(counter, "1.2.3.4", no * 1000)).toBe(false);
    counter.note("1.2.3.4", no * 1000);
  }
  expect(isRefused(counter, "1.2.3.4", 10_000)).toBe(true);
  expect(isRefused(counter, "1.2.3.5", 10_000)).toBe(false);
  expect(isRefused(counter, "1.2.3.4", 59_999)).toBe(true);
  expect(isRefused(counter, "1.2.3.4", 60_000)).toBe(false);
});

it("remembers no more addresses than it has room for", () => {
  const counter = badTokens();
  for (let no = 0; no < 10; no += 1) counter.note("first", no);
  for (let no = 0; no < 10_000; no += 1) counter.note(`other ${no}`, 10);
  expect(isRefused(counter, "first", 20)).toBe(false);
});
