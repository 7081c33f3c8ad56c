import { expect, it } from "vitest";
import { momentHref, partAddress, partHref, sliceHref, type StepLinks } from "./step-links";

const links: StepLinks = { page: "/e/7?arm=on", api: "/api/e/7", attempt: null, anchor: "" };
const call = { kind: "call", index: 2 } as const;

it("keep the filter, and the attempt", () => {
  expect(momentHref(links, call)).toBe("/e/7?arm=on&at=call-3#call-3");
  expect(momentHref({ ...links, page: "/e/7", attempt: 1 }, call)).toBe(
    "/e/7?attempt=1&at=call-3#call-3",
  );
  expect(sliceHref(links, 100)).toBe("/e/7?arm=on&step=100");
  expect(partHref(links, call, "args", 8192)).toBe(
    "/e/7?arm=on&at=call-3&show=call-3.args&offset=8192#call-3",
  );
  expect(partAddress({ ...links, attempt: 2 }, call, "args", 8192)).toBe(
    "/api/e/7/events/text?attempt=2&kind=call&index=2&field=args&from=8192",
  );
});
