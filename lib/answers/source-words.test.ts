import { expect, it } from "vitest";
import { IMPORT_STATES } from "@/db/schema/imports";
import { sourceWords } from "./source-words";

it("says of the source's bytes what is so in each state", () => {
  const words = (keepSource: boolean, keepsLines: boolean) =>
    Object.fromEntries(
      IMPORT_STATES.map((state) => [state, sourceWords({ state, keepSource, keepsLines })]),
    );
  const ended = {
    cancelled: "not kept: the import was cancelled",
    failed: "not kept: the import failed",
    duplicate: "not kept: the same bytes were imported before",
  };
  const underWay = (text: string) => ({ review: text, uploaded: text, running: text });
  expect(words(true, false)).toEqual({ ...ended, ...underWay("will be kept"), done: "kept" });
  expect(words(false, false)).toEqual({
    ...ended,
    ...underWay("will not be kept"),
    done: "not kept",
  });
  const lines = { ...ended, ...underWay("will be kept line by line, as the records") };
  const done = "kept line by line, as the records";
  expect([words(true, true), words(false, true)]).toEqual([
    { ...lines, done },
    { ...lines, done },
  ]);
});
