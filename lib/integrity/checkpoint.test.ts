import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  checkpointBody,
  isSignedBy,
  keyId,
  readCheckpointBody,
  readNote,
  readVerifierKey,
  signNote,
  verifierKey,
  type Signer,
} from "./checkpoint";
import { leafHash } from "./merkle-tree";

/** The key of Go's note package (golang.org/x/mod/sumdb/note, its example), as a seed in PKCS 8. */
const PEM = Buffer.concat([
  Buffer.from("302e020100300506032b657004220420", "hex"),
  Buffer.from("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz", "base64").subarray(1),
]);
const privateKey = createPrivateKey({ key: PEM, format: "der", type: "pkcs8" });
const KNOWN: Signer = {
  name: "PeterNeumann",
  privateKey,
  publicKey: createPublicKey(privateKey),
};
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";

describe("a signed note", () => {
  test("A4: is the one that the reference implementation makes of the same key and text", () => {
    expect(verifierKey(KNOWN)).toBe(
      "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    );
    expect(signNote(TEXT, KNOWN)).toBe(
      `${TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
    );
  });

  test("A4: is good by its own key alone, and not when one character differs", () => {
    const signer = newSigner("log.example");
    const text = signNote(TEXT, signer);
    const note = readNote(text);
    if (note === null) throw new Error("a note");
    expect(isSignedBy(note, signer)).toBe(true);
    expect(isSignedBy(note, { ...signer, name: "another" })).toBe(false);
    expect(isSignedBy(note, newSigner("log.example"))).toBe(false);
    for (let at = 0; at < text.length; at += 1) {
      for (const other of "xABCDEFGHIJKLMNOPQ") {
        if (text[at] === other) continue;
        const read = readNote(`${text.slice(0, at)}${other}${text.slice(at + 1)}`);
        expect(read !== null && isSignedBy(read, signer), `${other} at ${at}`).toBe(false);
      }
    }
  });

  test.each([
    "",
    "no note",
    "a\n\n— name\n",
    "a\n\n— name AAAA\n",
    "a\n\n— n x=y\n",
    "a\n\n— n AAAAAAA=",
  ])("is not %j", (text) => expect(readNote(text)).toBeNull());
});

describe("a checkpoint", () => {
  const root = leafHash("root");

  test("says origin, size and root, a line each", () => {
    const checkpoint = { origin: "log.example/a", size: 7, root, audit: null };
    const body = checkpointBody(checkpoint);
    expect(body).toBe(`log.example/a\n7\n${Buffer.from(root).toString("base64")}\n`);
    expect(readCheckpointBody(body)).toEqual(checkpoint);
    expect(readCheckpointBody(`${body}more\n`)).toEqual(checkpoint);
  });

  test("A8: says behind them which entry of the audit log was the last", () => {
    const audit = { id: 29, hash: "0af1".repeat(16) };
    const checkpoint = { origin: "log.example/a", size: 7, root, audit };
    const body = checkpointBody(checkpoint);
    expect(body.split("\n").slice(3)).toEqual([`audit 29 ${audit.hash}`, ""]);
    expect(readCheckpointBody(body)).toEqual(checkpoint);
    for (const altered of ["audit 029", "audit -1", "audit 1e3", "audits 29", "audit 29 0"])
      expect(readCheckpointBody(body.replace("audit 29", altered))?.audit).toBeNull();
  });

  test.each(["", "\n7\nAA==\n", "a\n07\n", "a\n-1\n", "a\n1e3\n", `a\n7\n${"A".repeat(42)}==\n`])(
    "is not %j",
    (body) => expect(readCheckpointBody(body)).toBeNull(),
  );
});

describe("a public key as text", () => {
  test("is read back, and refused when its id is another's", () => {
    const signer = newSigner("log.example");
    const read = readVerifierKey(verifierKey(signer));
    expect(read === null ? null : keyId(read)).toBe(keyId(signer));
    const [name, , key] = verifierKey(signer).split("+", 3);
    expect(readVerifierKey(`${name}+00000000+${key}`)).toBeNull();
    expect(readVerifierKey("log.example+00000000+AAAA")).toBeNull();
  });
});

function newSigner(name: string): Signer {
  return { name, ...generateKeyPairSync("ed25519") };
}
