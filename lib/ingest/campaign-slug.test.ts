import { expect, test } from "vitest";
import { campaignSlugs } from "./campaign-slug";

test.each([
  ["nightly-4", "nightly-4"],
  ["Nightly Run 4 / Größe", "nightly-run-4-gro-e"],
  ["../../etc/passwd", "etc-passwd"],
  ["漢字", "campaign"],
  ["a".repeat(80), "a".repeat(60)],
  [`${"a".repeat(59)}--b`, "a".repeat(59)],
])("%s is addressed as %s", (key, slug) => {
  const [first, second] = campaignSlugs(key);
  expect(first).toBe(slug);
  expect(first).toMatch(/^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/);
  expect(second).toMatch(/^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/);
});

test("keys that read alike get different second names", () => {
  expect(campaignSlugs("A b")[0]).toBe(campaignSlugs("a-b")[0]);
  expect(campaignSlugs("A b")[1]).not.toBe(campaignSlugs("a-b")[1]);
});
