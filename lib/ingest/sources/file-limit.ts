import { AppError } from "@/lib/errors";
import { integer } from "@/lib/format/numbers";
import { visibleText } from "@/lib/importers/visible-text";

const GIB = 2 ** 30;

/** Largest file, and largest upload, in bytes (security.md E3). */
export const MAX_FILE_BYTES = 5 * GIB;

/**
 * Refuses a file by the size that the disk states, before a byte of it is read.
 *
 * @throws AppError invalid_input, naming the file, its size and the limit
 */
export function requireFileSize(path: string, sizeBytes: number, maxBytes = MAX_FILE_BYTES): void {
  if (sizeBytes <= maxBytes) return;
  throw new AppError(
    "invalid_input",
    `${visibleText(path, 120)} has ${integer(sizeBytes)} bytes; a file may have ${maxBytes / GIB} GiB. Split it into several campaigns.`,
  );
}
