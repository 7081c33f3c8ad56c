import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { instanceSecret } from "./secret";

const folder = () => mkdtempSync(join(tmpdir(), "aftermath-secret-"));

test("B1: a secret of 32 bytes is made once, kept, and readable by its owner alone", () => {
  const dataDir = folder();
  const secret = instanceSecret(dataDir);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(instanceSecret(dataDir)).toBe(secret);
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(["secret"]);
  expect(instanceSecret(folder())).not.toBe(secret);
});

test("B1: a file that holds something else is no secret", () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "secret"), "changeme\n");
  expect(() => instanceSecret(dataDir)).toThrow(/does not hold the secret/);
});
