import { readFile } from "node:fs/promises";
import { AppError } from "@/lib/errors";
import { readVerifierKey, type Verifier } from "@/lib/integrity/checkpoint";

/** What `verify` takes on trust: each null where it was not given. */

/**
 * A note ends with one line break, which what it was kept by may have doubled (`jq -r`), dropped (a ticket)
 * or written in another way: that is no other checkpoint.
 *
 * @throws AppError invalid_input: the file cannot be read
 */
export async function keptCheckpoint(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null;
  try {
    const text = await readFile(path, "utf8");
    return `${text.replaceAll("\r\n", "\n").trimEnd()}\n`;
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
