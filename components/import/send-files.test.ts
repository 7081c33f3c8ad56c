import { expect, it } from "vitest";
import { read } from "./send-files";

it("knows the import that the server began", () => {
  expect(read(202, '{"id":"0198","state":"uploaded"}')).toEqual({ ok: true, importId: "0198" });
});

it("passes on what the server said, and survives what it did not say well", () => {
  expect(read(413, '{"title":"Too large","detail":"The upload is over 5 GB."}')).toEqual({
    ok: false,
    message: "The upload is over 5 GB.",
  });
  expect(read(502, "<html>")).toEqual({
    ok: false,
    message: "The server refused the upload (status 502).",
  });
  expect(read(500, '{"id":"x"}').ok).toBe(false);
});
