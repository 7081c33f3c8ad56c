import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { ZipFile } from "yauzl";
import { fromRandomAccessReaderPromise, RandomAccessReader } from "yauzl";
import { isAppError } from "@/lib/errors";
import { findOverlap, readZipEntry, type ZipEntry } from "./zip-entry";
import { RATIO_FREE_BYTES, zipFault, type ZipLimits } from "./zip-limits";

const WINDOW_BYTES = 256 * 1024;

/**
 * The files of an archive as its central directory lists them, in the order of their paths; the last
 * entry of a name wins, because writers append a newer one and leave the old one where it is. `archive`
 * names it in messages.
 *
 * @throws AppError invalid_input: it is no zip archive, is beyond a limit, or holds an entry that is
 *   refused (zip-entry.ts)
 */
export async function readZipDirectory(
  path: string,
  archive: string,
  limits: ZipLimits,
): Promise<ZipEntry[]> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const zip = await openZip(handle, size, archive);
    if (zip.entryCount > limits.entries)
      throw zipFault(archive, null, `has more than ${limits.entries} entries, the limit`);
    return await listEntries(zip, size, archive, limits);
  } finally {
    await handle.close();
  }
}

async function openZip(handle: FileHandle, size: number, archive: string): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(new WindowReader(handle), size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    });
  } catch (cause) {
    throw brokenDirectory(archive, cause);
  }
}

async function listEntries(
  zip: ZipFile,
  archiveBytes: number,
  archive: string,
  limits: ZipLimits,
): Promise<ZipEntry[]> {
  const all: ZipEntry[] = [];
  const files = new Map<string, ZipEntry>();
  let unpackedBytes = 0;
  try {
    for await (const raw of zip.eachEntry()) {
      const read = readZipEntry(raw, limits.ratio);
      if ("problem" in read) throw zipFault(archive, read.path, read.problem);
      const { entry, isFolder } = read;
      all.push(entry);
      if (isFolder) continue;
      // The sizes stated are added up here, and no entry is unpacked beyond what it states.
      unpackedBytes += entry.unpackedBytes;
      if (unpackedBytes > limits.unpackedBytes) throw tooMuch(archive, limits);
      files.set(entry.path, entry);
    }
  } catch (error) {
    throw isAppError(error) ? error : brokenDirectory(archive, error);
  }
  if (unpackedBytes > RATIO_FREE_BYTES && unpackedBytes > archiveBytes * limits.ratio) {
    throw zipFault(
      archive,
      null,
      `would unpack to more than ${limits.ratio} times its size, the limit`,
    );
  }
  const overlap = findOverlap(all);
  if (overlap !== null)
    throw zipFault(archive, overlap[1].path, `overlaps with another entry, which is a known trick`);
  return [...files.values()].toSorted((a, b) => byWalk(a.path, b.path));
}

function tooMuch(archive: string, limits: ZipLimits) {
  return zipFault(
    archive,
    null,
    `would unpack to more than ${limits.unpackedBytes / 2 ** 30} GiB, the limit`,
  );
}

/** yauzl's own sentences may quote bytes of the archive, so they stay the cause. */
function brokenDirectory(archive: string, cause: unknown) {
  return zipFault(
    archive,
    null,
    "has no list of contents that can be read; it is damaged, cut short, or no zip archive",
    cause,
  );
}

/** The order in which a folder of the same files is walked, so that a zip reads like its folder. */
function byWalk(a: string, b: string): number {
  const left = a.split("/");
  const right = b.split("/");
  for (const [i, segment] of left.entries()) {
    const other = right[i];
    if (other === undefined) return 1;
    if (segment !== other) return segment < other ? -1 : 1;
  }
  return left.length - right.length;
}

/** Reads ahead, because a central directory of 50,000 entries is asked for in 100,000 small pieces. */
class WindowReader extends RandomAccessReader {
  private window = Buffer.alloc(0);
  private windowAt = 0;

  constructor(private readonly handle: FileHandle) {
    super();
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const held = position - this.windowAt;
    if (held >= 0 && held + length <= this.window.length) {
      const bytesRead = this.window.copy(buffer, offset, held, held + length);
      queueMicrotask(() => callback(null, bytesRead));
      return;
    }
    this.moveTo(position, length).then(
      () => callback(null, this.window.copy(buffer, offset, 0, length)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _readStreamForRange(): Readable {
    throw new Error("contents are read elsewhere");
  }

  private async moveTo(position: number, length: number): Promise<void> {
    const window = Buffer.alloc(Math.max(WINDOW_BYTES, length));
    const { bytesRead } = await this.handle.read(window, 0, window.length, position);
    this.window = window.subarray(0, bytesRead);
    this.windowAt = position;
  }
}
