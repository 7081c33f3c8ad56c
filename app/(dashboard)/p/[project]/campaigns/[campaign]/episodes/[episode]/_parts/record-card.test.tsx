import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { EpisodeSource } from "@/db/queries/source-files";
import { RecordCard } from "./record-card";

const EPISODE = {
  campaignSlug: "c1",
  seq: 7,
  sha256: "cd".repeat(32),
  recordBytes: 12,
  hadNul: false,
  hadLoneSurrogate: false,
  dropped: null,
};
const SOURCE: EpisodeSource = {
  format: "promptfoo",
  path: "results.json",
  line: null,
  jsonPath: "$.results[3]",
  file: {
    fileNo: 2,
    path: "results.json",
    sizeBytes: 9,
    sha256: "ef".repeat(32),
    masked: 1,
    kept: true,
  },
};

/** The words of the card, without its marks. */
function words(source: EpisodeSource | null): string {
  return page(source)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

function page(source: EpisodeSource | null): string {
  return renderToStaticMarkup(
    <RecordCard project="p" episode={EPISODE} digest={EPISODE.sha256} source={source} />,
  );
}

it("links a normalised record to its file and the place in it", () => {
  expect(words(SOURCE)).toContain("normalised, from results.json at $.results[3]");
  expect(words(SOURCE)).toContain("1 credential");
  expect(words(SOURCE)).toContain("ef".repeat(32));
  expect(page(SOURCE)).toContain('href="/api/v1/projects/p/campaigns/c1/episodes/7/record"');
  expect(page(SOURCE)).toContain('href="/api/v1/projects/p/campaigns/c1/sources/2"');
});

it("names the line of a native file, which has no bytes besides its records", () => {
  const file = SOURCE.file === null ? null : { ...SOURCE.file, masked: 0, kept: false };
  const native = { ...SOURCE, format: "aftermath", path: "run.jsonl", line: 1234, file };
  expect(words(native)).toContain("as a native line, from run.jsonl at line 1,234");
  expect(page(native)).not.toContain("/sources/");
});

it("says when the place is not recorded", () => {
  expect(words({ ...SOURCE, path: null, file: null })).toContain("Recorded place not known");
  expect(page(null)).not.toContain("Recorded");
});

it("says what was verified, and what was not", () => {
  expect(words(null)).toContain("Digest of the bytes now the same, computed for this page");
  expect(words(null)).toContain("The proof below shows whether both were changed together");
  const draw = (digest: string | null) =>
    renderToStaticMarkup(
      <RecordCard project="p" episode={EPISODE} digest={digest} source={null} />,
    );
  const card = draw("ab".repeat(32));
  expect(draw(null)).toContain("none: the bytes are gone");
  expect(card).toContain("NOT the same: the bytes were altered");
  expect(card).toContain("ab".repeat(32));
});

it("says of a record that was dropped that it was, on purpose, and offers no download", () => {
  const dropped = { by: "Ada", at: new Date(0), reason: "age", records: 9, bytes: 99 };
  const episode = { ...EPISODE, recordBytes: 0, dropped };
  const card = renderToStaticMarkup(
    <RecordCard project="p" episode={episode} digest={null} source={SOURCE} />,
  );
  expect(card).toContain("none: they were dropped on purpose, as the log says");
  expect(card).toContain("Whoever has a copy of the record can still hold it against this digest");
  expect(card).toContain(EPISODE.sha256);
  expect(card).not.toContain("href=");
});
