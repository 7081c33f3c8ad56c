import { expect, it } from "vitest";
import { besideName, momentName, momentQuery, readBeside, readMoment } from "./episode-moment";

it("names a moment as the page counts, and reads it again", () => {
  expect(momentName({ kind: "call", index: 2 })).toBe("call-3");
  expect(readMoment("call-3")).toEqual({ kind: "call", index: 2 });
  expect(readMoment("event-17")).toEqual({ kind: "event", index: 16 });
  expect(["call-0", "call-", "step-1", "call-3x", "call-9999999999"].map(readMoment)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

it("opens an episode at a moment", () => {
  expect(momentQuery({ kind: "call", index: 0 })).toBe("at=call-1#call-1");
  expect(momentQuery({ kind: "call", index: 0 }, 2)).toBe("attempt=2&at=call-1#call-1");
});

it("names the episode beside, whose campaign may have dots", () => {
  const place = { campaignSlug: "v1.2", seq: 7 };
  expect(besideName(place)).toBe("v1.2.7");
  expect(readBeside("v1.2.7")).toEqual(place);
  expect(["7", ".7", "a.0", "a."].map(readBeside)).toEqual([null, null, null, null]);
});
