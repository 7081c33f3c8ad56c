import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import { armInput, articleDying, articleOff, articleOn } from "@/lib/testing/article";
import { FamilyReports } from "./family-reports";
import { familyReports } from "./family-reports.model";

const off = armInput("off", articleOff(), false);
const comparisons = [
  armInput("on", articleOn(), true),
  armInput("dying", articleDying(), true),
].map((candidate) => makeComparisonReport(off, candidate, DEFAULT_POLICY));
const named = { baseline: ["c/off", "d/off"], candidate: ["c/on", "d/on"], also: ["e/dying"] };
const pairs = [
  "baseline=c%2Foff&baseline=d%2Foff&candidate=c%2Fon&candidate=d%2Fon",
  "baseline=c%2Foff&baseline=d%2Foff&candidate=e%2Fdying",
];

it("names of each candidate its own comparison, the pooled one whole, and no other candidate", () => {
  expect(familyReports("p", named, comparisons)).toEqual(
    pairs.map((pair, index) => ({
      candidate: comparisons[index]?.candidate.arm,
      page: `/p/p/compare?${pair}`,
      files: ["json", "csv", "html"].map(
        (format) => `/api/v1/projects/p/comparison?${pair}&format=${format}`,
      ),
    })),
  );
});

it("says that there is no common report, and leads to each candidate's in every format", () => {
  const html = renderToStaticMarkup(
    <FamilyReports reports={familyReports("p", named, comparisons)} />,
  );
  expect(html).toContain("There is no one report of all candidates");
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map((link) => [
    link[1]?.replaceAll("&amp;", "&"),
    link[2]?.replaceAll(/<[^>]*>/g, ""),
  ]);
  expect(links).toEqual(
    [
      ["on, nightly-on", pairs[0]],
      ["dying, nightly-dying", pairs[1]],
    ].flatMap(([name, pair]) => [
      [`/p/p/compare?${pair}`, name],
      ...["json", "csv", "html"].map((format) => [
        `/api/v1/projects/p/comparison?${pair}&format=${format}`,
        `Report as ${format.toUpperCase()}`,
      ]),
    ]),
  );
});
