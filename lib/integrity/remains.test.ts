import { expect, test } from "vitest";
import { readRemains, remainsText, type Remains } from "./remains";

const EMPTIED = ["records", "cases"];
const DIGEST = { rows: 2, sha256: "ab".repeat(32) };
const REMAINS: Remains = {
  v: 1,
  campaign: "c",
  manifest: "cd".repeat(32),
  form: 1,
  episodes: 4,
  root: "ef".repeat(32),
  tables: { cases: DIGEST, records: DIGEST },
};

test("A2: what is left is read as it was written", () => {
  expect(readRemains(remainsText(REMAINS), EMPTIED)).toEqual(REMAINS);
});

test("A2: what is left speaks for no table that has to be as it was sealed, and for each of the others", () => {
  const telling = (tables: Remains["tables"]) =>
    readRemains(remainsText({ ...REMAINS, tables }), EMPTIED);
  expect(telling({ cases: DIGEST, records: DIGEST, tallies: DIGEST })).toBeNull();
  expect(telling({ cases: DIGEST, tallies: DIGEST })).toBeNull();
  expect(telling({ cases: DIGEST })).toBeNull();
  expect(telling({})).toBeNull();
});

test("A2: what is left has one text", () => {
  const text = remainsText(REMAINS);
  expect(readRemains(`${text} `, EMPTIED)).toBeNull();
  expect(readRemains(text.replace('"v":1', '"v":2'), EMPTIED)).toBeNull();
  expect(readRemains(text.replace('"form":1', '"form":1.5'), EMPTIED)).toBeNull();
  expect(readRemains("{", EMPTIED)).toBeNull();
});
