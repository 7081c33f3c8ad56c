import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { norn } from "@/lib/importers/norn";
import { aftermath } from "@/lib/importers/aftermath";
import { partFingerprint } from "./part-fingerprint";

const BYTES = "a".repeat(64);

test("a chosen part makes a source of its own; the default and other options do not", () => {
  const second = createHash("sha256").update(`["${BYTES}",["campaign","2"]]`).digest("hex");
  expect(partFingerprint(BYTES, norn, { campaign: "2" })).toBe(second);
  expect(partFingerprint(BYTES, norn, { campaign: "only" })).toBe(BYTES);
  expect(partFingerprint(BYTES, norn, {})).toBe(BYTES);
  expect(partFingerprint(BYTES, aftermath, { campaign: "2" })).toBe(BYTES);
});
