import { expect, it } from "vitest";
import { placeWords } from "./place-words";

it("says as much of a place as is known", () => {
  expect(placeWords({ file: "a.jsonl" })).toBe("a.jsonl");
  expect(placeWords({ file: "a.jsonl", line: 1, byte: 0, path: "$.key" })).toBe(
    "a.jsonl, line 1, byte 0, $.key",
  );
});
