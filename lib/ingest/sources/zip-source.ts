import { open } from "node:fs/promises";
import type { SourceFile } from "@/lib/importers/importer";
import { isSystemFile } from "@/lib/importers/system-files";
import { entryBytes } from "./zip-content";
import { readZipDirectory } from "./zip-directory";
import { ZIP_LIMITS, type ZipLimits } from "./zip-limits";

/** A local file header, and the end of the central directory of an archive without entries. */
const ZIP_BEGINNINGS = [0x04034b50, 0x06054b50];

/** True when the file begins like a zip archive; its name does not matter. */
export async function isZip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const head = Buffer.alloc(4);
    const { bytesRead } = await handle.read(head, 0, 4, 0);
    return bytesRead === 4 && ZIP_BEGINNINGS.includes(head.readUInt32LE(0));
  } finally {
    await handle.close();
  }
}

/**
 * The files of the zip archive at `path`, each unpacked while it is read; `archive` names it in messages.
 * Nothing is written anywhere, an archive within it is a file like any other, and what operating systems
 * put into archives is passed over.
 *
 * @throws AppError invalid_input, here or while a file is read: zip-directory.ts, zip-content.ts
 */
export async function zipFiles(
  path: string,
  archive: string,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<SourceFile[]> {
  const entries = await readZipDirectory(path, archive, limits);
  return entries
    .filter((entry) => !isSystemFile(entry.path))
    .map((entry) => ({
      path: entry.path,
      sizeBytes: entry.unpackedBytes,
      open: () => entryBytes(path, archive, entry),
    }));
}
