import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sha256OfText } from "./sha256";

it.each([
  // FIPS 180-4, examples of NIST.
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
])("sha256OfText(%j)", (text, expected) => {
  expect(sha256OfText(text)).toBe(expected);
});

it("is the platform's for every length around a block, and for text beyond ASCII", () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = "é😀x".repeat(length).slice(0, length);
    expect(sha256OfText(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
  }
  const long = "a".repeat(1_000_000);
  expect(sha256OfText(long)).toBe(
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  );
});
