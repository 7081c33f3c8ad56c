import { expect, it } from "vitest";
import { visibleText } from "./visible-text";

it("shows what is invisible and cuts what is long", () => {
  expect(visibleText("a\u202eb\u0000\u001b[31m\ud800é😀")).toBe(
    "a\\u{202e}b\\u{0}\\u{1b}[31m\\u{d800}é😀",
  );
  expect(visibleText("x".repeat(201))).toBe(`${"x".repeat(200)}…`);
  expect(visibleText("x".repeat(200))).toBe("x".repeat(200));
  expect(visibleText("\u0000".repeat(200)).length).toBe(201);
  expect(visibleText("<b>bold</b>", 5)).toBe("<b>bo…");
});
