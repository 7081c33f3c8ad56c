import type { Entry } from "yauzl";
import { getFileNameLowLevel } from "yauzl";
import { MAX_ENTRY_PATH_LENGTH, RATIO_FREE_BYTES } from "./zip-limits";

/** What the central directory says of one file of an archive; sizes in bytes. */
export type ZipEntry = {
  path: string;
  rawName: Uint8Array;
  method: number;
  packedBytes: number;
  unpackedBytes: number;
  crc32: number;
  /** Where its local header begins in the archive. */
  headerAt: number;
};

/** Methods of APPNOTE 4.4.5 that are read. */
export const STORED = 0;
export const DEFLATE = 8;
export const ZSTD = 93;
const METHODS = new Set([STORED, DEFLATE, ZSTD]);

const LOCAL_HEADER_BYTES = 30;
const UTF8_FLAG = 0x800;
const ENCRYPTED_FLAGS = 0x1 | 0x40 | 0x2000;
/** Kinds of files in the upper half of Unix's external attributes (stat.h): none, folder, plain file. */
const KIND_MASK = 0o170000;
const PLAIN_KINDS = new Set([0, 0o040000, 0o100000]);
const SYMLINK_KIND = 0o120000;

export type ReadEntry = { entry: ZipEntry; isFolder: boolean } | { path: string; problem: string };

/**
 * One entry of the central directory, or what is wrong with it, ready to follow the entry's name in a
 * sentence. Names are judged although nothing is ever written under them: an archive that tries to leave
 * its folder is no honest one.
 */
export function readZipEntry(entry: Entry, maxRatio: number): ReadEntry {
  const path = getFileNameLowLevel(
    entry.generalPurposeBitFlag,
    entry.fileNameRaw,
    entry.extraFields,
    true,
  );
  const problem =
    nameProblem(path, entry) ?? kindProblem(entry) ?? sizeProblem(entry, maxRatio) ?? null;
  if (problem !== null) return { path, problem };
  return {
    isFolder: path.endsWith("/"),
    entry: {
      path: path
        .split("/")
        .filter((segment) => segment !== "" && segment !== ".")
        .join("/"),
      rawName: entry.fileNameRaw,
      method: entry.compressionMethod,
      packedBytes: entry.compressedSize,
      unpackedBytes: entry.uncompressedSize,
      crc32: entry.crc32,
      headerAt: entry.relativeOffsetOfLocalHeader,
    },
  };
}

function nameProblem(path: string, entry: Entry): string | null {
  if (path === "" || /^[./]+$/.test(path)) return "has no name";
  if (path.length > MAX_ENTRY_PATH_LENGTH)
    return `has a path of more than ${MAX_ENTRY_PATH_LENGTH} characters`;
  if (path.includes("\\")) return "has a backslash in its path";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "has an absolute path";
  if (path.split("/").includes("..")) return "has a path that leads out of the archive";
  if (path.includes("\0")) return "has a NUL in its path";
  if ((entry.generalPurposeBitFlag & UTF8_FLAG) !== 0 && !isUtf8(entry.fileNameRaw))
    return "has a name marked as UTF-8 that is not";
  return null;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function kindProblem(entry: Entry): string | null {
  if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAGS) !== 0)
    return "is encrypted; unpack it with its password first";
  const kind = (entry.externalFileAttributes >>> 16) & KIND_MASK;
  if (kind === SYMLINK_KIND) return "is a symbolic link";
  if (!PLAIN_KINDS.has(kind)) return "is neither a plain file nor a folder";
  if (!METHODS.has(entry.compressionMethod))
    return `is packed by method ${entry.compressionMethod}; stored, deflate and zstd are read`;
  return null;
}

function sizeProblem(entry: Entry, maxRatio: number): string | null {
  const { compressedSize: packed, uncompressedSize: unpacked } = entry;
  const sizes = [packed, unpacked, entry.relativeOffsetOfLocalHeader];
  if (!sizes.every((size) => Number.isSafeInteger(size))) return "states a size that cannot be";
  if (entry.compressionMethod === STORED && packed !== unpacked)
    return `states two sizes for a file that is only stored, ${packed} and ${unpacked} bytes`;
  if (unpacked > RATIO_FREE_BYTES && unpacked > packed * maxRatio)
    return `would unpack to more than ${maxRatio} times its size, the limit`;
  return null;
}

/** The first two entries whose bytes in the archive overlap: by the least that each must take up. */
export function findOverlap(entries: readonly ZipEntry[]): [ZipEntry, ZipEntry] | null {
  const ordered = entries.toSorted((a, b) => a.headerAt - b.headerAt);
  for (const [i, entry] of ordered.entries()) {
    const next = ordered[i + 1];
    if (next && endsAt(entry) > next.headerAt) return [entry, next];
  }
  return null;
}

function endsAt(entry: ZipEntry): number {
  return entry.headerAt + LOCAL_HEADER_BYTES + entry.rawName.length + entry.packedBytes;
}
