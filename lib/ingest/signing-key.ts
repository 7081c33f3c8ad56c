import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
} from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/errors";
import type { Signer } from "@/lib/integrity/checkpoint";

/** Where the key of an instance is: AFTERMATH_SIGNING_KEY, else a file of the data folder, else nowhere. */
export function keyFile(env: Readonly<Record<string, string | undefined>>): string | null {
  const given = env["AFTERMATH_SIGNING_KEY"]?.trim();
  if (given !== undefined && given !== "") return given;
  const folder = env["AFTERMATH_DATA_DIR"]?.trim();
  return folder === undefined || folder === "" ? null : join(folder, "signing-key.pem");
}

/**
 * The key by which this instance signs its checkpoints. Null where there is none: everything can then be
 * verified, and nothing signed.
 *
 * @throws AppError settings: the file is there and holds no Ed25519 key
 */
export function readSigner(env: Readonly<Record<string, string | undefined>>): Signer | null {
  const path = keyFile(env);
  if (path === null) return null;
  try {
    return signerOf(createPrivateKey(readFileSync(path)));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    if (error instanceof AppError) throw error;
    throw new AppError("settings", `${path} holds no signing key that can be read.`, {
      cause: error,
    });
  }
}

/**
 * Makes the key where there is none, readable by this user alone: its file is there whole or not at all,
 * whenever the process ends. For whoever holds the lock of the data folder.
 *
 * @returns false: there is one already, or no place for one
 */
export async function makeSigningKey(
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const path = keyFile(env);
  if (path === null || existsSync(path)) return false;
  const { privateKey } = generateKeyPairSync("ed25519");
  const draft = `${path}.new`;
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  try {
    await rm(draft, { force: true }); // of a start that was killed, with rights of its own
    await writeFile(draft, pem, { mode: 0o600, flush: true });
    await rename(draft, path);
    return true;
  } catch (error) {
    throw new AppError("storage", `${path} cannot be written: the signing key belongs there.`, {
      cause: error,
    });
  }
}

/** It signs by a name that says which key it is. */
function signerOf(privateKey: KeyObject): Signer {
  if (privateKey.asymmetricKeyType !== "ed25519")
    throw new AppError("settings", "The signing key has to be one of Ed25519.");
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ format: "der", type: "spki" });
  const name = `aftermath-${hash("sha256", der, "hex").slice(0, 12)}`;
  return { name, publicKey, privateKey };
}
