import { expect, it } from "vitest";
import { inertText } from "./inert-text";

it("names what hides or reorders, and keeps the rest", () => {
  expect(inertText("a\u202eb\u0000\u{e0041}\ud800")).toBe("a[U+202E]b[U+0000][U+E0041][U+D800]");
  expect(inertText("two\nlines, <b> & 😀")).toBe("two lines, <b> & 😀");
});
