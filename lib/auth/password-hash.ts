import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for Argon2id (Password Storage Cheat Sheet); the library's default algorithm. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id of a password as it was typed, in the form that names its parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

export function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  return verify(given.hash, given.password);
}
