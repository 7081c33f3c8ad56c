import { createHash, randomBytes } from "node:crypto";

/** What is shown once and kept as a digest: set-up codes, invitations, reset links. */
export type OneTimeSecret = { secret: string; sha256: Uint8Array };

const FORM = /^[0-9a-f]{40}$/;

/** 160 random bits in hex, which a double click selects whole. */
export function makeOneTimeSecret(): OneTimeSecret {
  const secret = randomBytes(20).toString("hex");
  return { secret, sha256: createHash("sha256").update(secret).digest() };
}

/** The digest of what somebody handed in, or null when it has not the form of one. */
export function digestOfSecret(given: string): Uint8Array | null {
  const secret = given.trim().toLowerCase();
  return FORM.test(secret) ? createHash("sha256").update(secret).digest() : null;
}
