import { expect, it } from "vitest";
import {
  armReference,
  campaignPath,
  comparePath,
  decodePart,
  encodePart,
  episodePath,
  episodesPath,
  methodsPath,
} from "./paths";

it("encodes every part, so that no name can lead elsewhere", () => {
  expect(campaignPath("support agent", "a/../b?c#d")).toBe(
    "/p/support%20agent/campaigns/a%2F..%2Fb%3Fc%23d",
  );
  expect(comparePath("p", { baseline: armReference({ campaignSlug: "n-1", armKey: "x&y" }) })).toBe(
    "/p/p/compare?baseline=n-1%2Fx%26y",
  );
  expect(methodsPath("p", "asr")).toBe("/p/p/methods#asr");
});

it("does not throw on half a surrogate pair", () => {
  expect(encodePart("a\ud800b")).toBe("a%EF%BF%BDb");
  expect(encodePart("\udc00")).toBe("%EF%BF%BD");
  expect(encodePart("😀")).toBe("%F0%9F%98%80");
});

it("answers null for a malformed part", () => {
  expect(decodePart("%E0%A4%A")).toBeNull();
  expect(decodePart("a%2Fb")).toBe("a/b");
});

it("keeps the list that an episode was reached from", () => {
  expect(episodePath("p", "c", 17, "tool=send")).toBe("/p/p/campaigns/c/episodes/17?tool=send");
  expect(episodesPath("p", { tool: "mail.send", arm: undefined, outcome: ["a", "b"] })).toBe(
    "/p/p/episodes?tool=mail.send&outcome=a&outcome=b",
  );
});
