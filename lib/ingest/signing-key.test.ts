import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isSignedBy, readNote, signNote } from "@/lib/integrity/checkpoint";
import { makeSigningKey, readSigner } from "./signing-key";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "aftermath-key-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = () => ({ AFTERMATH_DATA_DIR: folder });

test("the key is made once, for this user alone, and signs", async () => {
  expect(readSigner(env())).toBeNull();
  expect(await makeSigningKey(env())).toBe(true);
  const path = join(folder, "signing-key.pem");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["signing-key.pem"]);
  const made = readFileSync(path, "utf8");
  expect(await makeSigningKey(env())).toBe(false);
  expect(readFileSync(path, "utf8")).toBe(made);
  const signer = readSigner(env());
  if (signer === null) throw new Error("a key");
  expect(signer.name).toMatch(/^aftermath-[0-9a-f]{12}$/);
  const note = readNote(signNote("said\n", signer));
  expect(note !== null && isSignedBy(note, signer)).toBe(true);
});

test("a start that was killed while it made the key leaves nothing in the way of the next", async () => {
  writeFileSync(join(folder, "signing-key.pem.new"), "-----BEGIN PRIV", { mode: 0o644 });
  expect(await makeSigningKey(env())).toBe(true);
  expect(readSigner(env())).not.toBeNull();
  expect(statSync(join(folder, "signing-key.pem")).mode & 0o777).toBe(0o600);
});

test("another place may be named, and what is no key of Ed25519 is refused", async () => {
  const path = join(folder, "elsewhere.pem");
  const named = { ...env(), AFTERMATH_SIGNING_KEY: path };
  expect(await makeSigningKey(named)).toBe(true);
  expect(readdirSync(folder)).toEqual(["elsewhere.pem"]);
  writeFileSync(path, "no key");
  expect(() => readSigner(named)).toThrow(`${path} holds no signing key that can be read.`);
  expect(readSigner({})).toBeNull();
  expect(await makeSigningKey({})).toBe(false);
});
