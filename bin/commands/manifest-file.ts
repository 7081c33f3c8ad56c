import { readFile, stat } from "node:fs/promises";
import type { Manifest } from "@/lib/domain/records";
import { AppError } from "@/lib/errors";
import { readManifest } from "@/lib/importers/manifests/read-manifest";
import { MAX_MANIFEST_BYTES } from "@/lib/ingest/upload/form-fields";
import { placeWords } from "@/lib/format/place-words";

/**
 * The manifest in a file that was named on the command line.
 *
 * @throws AppError invalid_input: it cannot be read, or is none; one sentence with its place
 */
export async function manifestFile(path: string): Promise<Manifest> {
  const read = readManifest(await bytesOf(path), path);
  if ("manifest" in read) return read.manifest;
  const { message, place } = read.issue;
  throw new AppError(
    "invalid_input",
    `The manifest ${placeWords(place)} cannot be taken: ${message}`,
  );
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > MAX_MANIFEST_BYTES)
      throw new Error(`it is larger than ${MAX_MANIFEST_BYTES / 2 ** 20} MiB`);
    return await readFile(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("invalid_input", `The manifest ${path} cannot be read (${why}).`, { cause });
  }
}
