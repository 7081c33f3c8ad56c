import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PageHeader } from "./page-header";
import { Sentence } from "./sentence";

it("names what hides or reorders in a name inside our sentence, and keeps markup as text", () => {
  const drawn = renderToStaticMarkup(<Sentence text={'<b>nightly\u202E-4</b> against "x"'} />);
  expect(drawn).toContain("&lt;b&gt;nightly");
  expect(drawn).toContain("U+202E");
  expect(drawn).not.toContain("\u202E");
  expect(drawn).toMatch(/^<bdi /);
});

it("is how a page's first sentence is drawn", () => {
  const drawn = renderToStaticMarkup(<PageHeader title="t" sentence={"a\u200Bb"} />);
  expect(drawn).toContain("U+200B");
});
