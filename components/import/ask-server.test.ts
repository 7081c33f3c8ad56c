import { expect, it } from "vitest";
import { readAnswer } from "./ask-server";

it("knows the import that the server began", () => {
  expect(readAnswer(202, '{"id":"0198","state":"uploaded"}')).toEqual({ ok: true, id: "0198" });
});

it("passes on what the server said, and survives what it did not say well", () => {
  expect(readAnswer(413, '{"title":"Too large","detail":"The upload is over 5 GB."}')).toEqual({
    ok: false,
    message: "The upload is over 5 GB.",
  });
  expect(readAnswer(502, "<html>")).toEqual({
    ok: false,
    message: "The server refused it (status 502).",
  });
  expect(readAnswer(500, '{"id":"x"}').ok).toBe(false);
});
