import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SourceTable } from "./source-table";

const FILE = {
  fileNo: 1,
  path: "runs/<b>.json",
  sizeBytes: 2048,
  sha256: "ab".repeat(32),
  masked: 2,
  kept: true,
};

function html(
  sources: Partial<Parameters<typeof SourceTable>[0]["sources"]>,
  isDropped = false,
): string {
  const all = { files: [FILE], count: 1, keptCount: 1, masked: 2, sizeBytes: 2048, ...sources };
  return renderToStaticMarkup(
    <SourceTable project="p 1" campaign="c1" sources={all} isDropped={isDropped} />,
  );
}

it("lists what was read, with a download where the bytes are kept", () => {
  const page = html({});
  expect(page).toContain('href="/api/v1/projects/p%201/campaigns/c1/sources/1"');
  expect(page).toContain("1 file, 2.0 KiB; kept as they were read.");
  expect(page).toContain("2 keys, tokens or passwords masked before anything was kept");
  expect(page).toContain("ab".repeat(32));
  expect(page).not.toContain("<b>");
});

it("says what is not kept, and how many more there are", () => {
  const page = html({ files: [{ ...FILE, kept: false }], count: 1200, keptCount: 0, masked: 0 });
  expect(page).not.toContain("href=");
  expect(page).toContain("not kept beside the records");
  expect(page).toContain("No key, token or password was found");
  expect(page).toContain("The first 1 of 1,200.");
});

it("shows nothing of a campaign without files", () => {
  expect(html({ files: [], count: 0 })).toBe("");
});

it("offers nothing whose bytes were dropped with the content of the campaign", () => {
  const page = html({}, true);
  expect(page).not.toContain("href=");
  expect(page).toContain("what was kept of them was dropped with the content of the campaign.");
  expect(page).toContain("<td>dropped</td>");
});
