import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SavedInputs } from "./saved-inputs";

const INPUT = {
  campaignId: "3f0c",
  slug: "nightly-3",
  name: "Nightly 3",
  fingerprint: "ab".repeat(32),
  scoringVersion: 4,
  changed: null,
};

const html = (more: { root?: string | null }) =>
  renderToStaticMarkup(
    <SavedInputs inputs={[{ ...INPUT, ...more }]} campaignHref={(slug) => `/c/${slug}`} />,
  ).replaceAll(/<[^>]+>/g, "");

it("names each campaign's source and the root of its episodes as they were", () => {
  expect(html({ root: "cd".repeat(32) })).toContain(
    `Scoring version 4; SHA-256 of its source ${"ab".repeat(32)}; root of its episodes ${"cd".repeat(32)}`,
  );
});

it("says of a root that nobody noted that it was not", () => {
  expect(html({})).toContain("root of its episodes not noted");
  expect(html({ root: null })).toContain("root of its episodes not noted");
});
