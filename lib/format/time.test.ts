import { expect, it } from "vitest";
import { clockOf, dayOf, duration, instant } from "./time";

it("names the zone and does not depend on the machine's", () => {
  expect(instant("2026-11-06T18:42:10+01:00")).toBe("Nov 6, 2026, 17:42 UTC");
  expect(instant("2026-11-06T00:05:00Z")).toBe("Nov 6, 2026, 00:05 UTC");
  expect(clockOf("2026-11-06T17:43:02Z")).toBe("17:43:02 UTC");
  expect(dayOf("2026-11-06T23:59:59Z")).toBe("Nov 6");
});

it("words spans", () => {
  expect(duration(400)).toBe("400 ms");
  expect(duration(2100)).toBe("2.1 s");
  expect(duration(754_000)).toBe("12 min 34 s");
});
