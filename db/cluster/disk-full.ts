import { statfsSync } from "node:fs";

/** Below this nothing of Postgres can be written: one segment of its log is 16 MB. */
const NOTHING_LEFT_BYTES = 1024 * 1024;

/**
 * Was a full disk the reason? By what was said (a write cut short has no error number), or by the
 * disk itself, since the log that would say so lies on it.
 */
export function isDiskFull(said: string, folder: string): boolean {
  if (/No space left on device|Disk quota exceeded|wrote only \d+ of \d+/i.test(said)) return true;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < NOTHING_LEFT_BYTES;
}
