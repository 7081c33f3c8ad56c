import { expect, it } from "vitest";
import { episodeView } from "./episode-view";

it("reads what the page is to show", () => {
  expect(
    episodeView({
      step: "100",
      at: "call-3",
      attempt: "2",
      show: "event-17.text",
      offset: "8192",
      find: "account",
      findFrom: "40",
      beside: "nightly-4.7",
      besideStep: "12",
      view: "record",
    }),
  ).toEqual({
    step: 100,
    at: { kind: "call", index: 2 },
    attempt: 2,
    show: { of: { kind: "event", index: 16 }, field: "text", from: 8192 },
    offset: 8192,
    find: "account",
    findFrom: 40,
    beside: { campaignSlug: "nightly-4", seq: 7 },
    besideStep: 12,
    view: "record",
  });
});

it("drops what is none of it", () => {
  const nothing = {
    step: 0,
    at: null,
    attempt: null,
    show: null,
    offset: 0,
    find: undefined,
    findFrom: 0,
    beside: null,
    besideStep: 0,
    view: "steps",
  };
  expect(episodeView({})).toEqual(nothing);
  expect(
    episodeView({ step: "-1", at: "x", attempt: "0", show: "call-1.tool", beside: "a", view: "x" }),
  ).toEqual(nothing);
});
