import { expect, it } from "vitest";
import { askedPath } from "./path-header";

it.each([
  [null, "/"],
  ["/", "/"],
  ["/p/a/episodes?outcome=aborted&arm=on", "/p/a/episodes?outcome=aborted&arm=on"],
  ["/p/a/episodes?text=why?&arm=on", "/p/a/episodes?text=why?&arm=on"],
  ["/p/a?_rsc=1x2y", "/p/a"],
  ["/p/a?arm=on&_rsc=1x2y", "/p/a?arm=on"],
])("%s is the page %s", (sent, page) => {
  expect(askedPath(sent)).toBe(page);
});
