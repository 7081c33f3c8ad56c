import { expect, it } from "vitest";
import { dropSentence } from "./drop-sentence";
import { holdSentence } from "./hold-sentence";

const at = new Date("2026-11-30T14:05:59Z");

it("says who holds a campaign, since when and why, and what that forbids", () => {
  expect(holdSentence("Night", { by: "Ada", at, reason: "audit 7" })).toBe(
    'The campaign "Night" is on hold by Ada since Nov 30, 2026, 14:05 UTC ("audit 7"), so that it is neither deleted nor loses its content until an admin takes the hold off.',
  );
});

it("says who dropped a content, when and why", () => {
  expect(dropSentence({ by: "Ada", at, reason: "too old" })).toBe(
    "The content of this campaign was dropped by Ada on Nov 30, 2026, 14:05 UTC: too old",
  );
});

it("lets nothing in a name or a reason hide or reorder what is said", () => {
  const hostile = "\u202eon\u200b";
  const said = [
    holdSentence(hostile, { by: hostile, at, reason: hostile }),
    dropSentence({ by: hostile, at, reason: hostile }),
  ].join();
  expect(said.split("[U+202E]on[U+200B]")).toHaveLength(6);
  expect(said).not.toMatch(/[\u202e\u200b]/);
});
