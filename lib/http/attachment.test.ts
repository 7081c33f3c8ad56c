import { expect, it } from "vitest";
import { attachment } from "./attachment";

it("hands out the exact bytes as a download that nothing opens", async () => {
  const bytes = new Uint8Array([0, 255, 60, 115, 99, 114, 105, 112, 116, 62]);
  const response = attachment(bytes, "nightly-4-12.json");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-disposition": 'attachment; filename="nightly-4-12.json"',
    "content-length": "10",
    "content-security-policy": "sandbox; default-src 'none'",
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
  });
});
