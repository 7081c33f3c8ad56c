import { AppError } from "@/lib/errors";
import { visibleText } from "@/lib/importers/visible-text";

const GIB = 2 ** 30;
const MIB = 2 ** 20;

/** Most entries of one archive, folders among them (security.md E3). */
export const MAX_ZIP_ENTRIES = 100_000;
/** Most bytes unpacked for one packed byte, of each entry and of the archive. */
export const MAX_INFLATE_RATIO = 200;
/** Most bytes that all entries together unpack to. */
export const MAX_UNPACKED_BYTES = 20 * GIB;
/** Up to here the ratio is not looked at: a short repetitive text packs better than any limit allows. */
export const RATIO_FREE_BYTES = MIB;
/** Longest path of an entry, in characters. */
export const MAX_ENTRY_PATH_LENGTH = 1024;
/** Largest window of a zstd frame: as much memory its decoder takes. Level 21 and below need no more. */
export const MAX_ZSTD_WINDOW_BYTES = 64 * MIB;

export type ZipLimits = { entries: number; ratio: number; unpackedBytes: number };

export const ZIP_LIMITS: ZipLimits = {
  entries: MAX_ZIP_ENTRIES,
  ratio: MAX_INFLATE_RATIO,
  unpackedBytes: MAX_UNPACKED_BYTES,
};

/** What is refused of an archive: a sentence that begins with the archive, and with the entry if one is to blame. */
export function zipFault(archive: string, entry: string | null, what: string, cause?: unknown) {
  const where =
    entry === null
      ? `The zip archive ${visibleText(archive)}`
      : `${visibleText(entry, 120)} in the zip archive ${visibleText(archive)}`;
  return new AppError("invalid_input", `${where} ${what}.`, { cause });
}
