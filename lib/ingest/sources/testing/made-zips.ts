import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAppError } from "@/lib/errors";
import { readWhole } from "@/lib/importers/read-whole";
import type { ZipLimits } from "../zip-limits";
import { zipFiles } from "../zip-source";

/** Writes bytes into `folder` as one more file, and gives its path. */
export function createWriter(folder: string): (bytes: Uint8Array) => Promise<string> {
  let made = 0;
  return async (bytes) => {
    made += 1;
    const path = join(folder, `made-${made}`);
    await writeFile(path, bytes);
    return path;
  };
}

/**
 * Every file of the archive at `path` with its text, or the sentence of the refusal; any other error is
 * thrown, because it is none of the two.
 */
export async function readZip(path: string, limits?: ZipLimits): Promise<string[][] | string> {
  try {
    const read: string[][] = [];
    for (const file of await zipFiles(path, "made.zip", limits)) {
      const whole = await readWhole(file, 2 ** 30);
      read.push([file.path, Buffer.from(whole ?? []).toString("latin1")]);
    }
    return read;
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_input") return error.message;
    throw error;
  }
}
