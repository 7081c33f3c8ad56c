import { readFile } from "node:fs/promises";
import { AppError } from "@/lib/errors";
import { readVerifierKey, type Verifier } from "@/lib/integrity/checkpoint";

/** What `verify` takes on trust: each null where it was not given. */

/** @throws AppError invalid_input: the file cannot be read */
export async function keptCheckpoint(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new AppError("invalid_input", `The checkpoint ${path} cannot be read.`, { cause });
  }
}

/** @throws AppError invalid_input: the text is no key */
export function givenKey(text: string | undefined): Verifier | null {
  if (text === undefined) return null;
  const key = readVerifierKey(text);
  if (key !== null) return key;
  throw new AppError(
    "invalid_input",
    "The public key has to be of the form name+id+key, as the methods page and a proof show it.",
  );
}
