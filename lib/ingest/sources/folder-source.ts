import { closeSync, lstatSync, openSync, readSync } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import type { LocalFile, LocalSource } from "./local-file";

const CHUNK_BYTES = 128 * 1024;
/** A file smaller than this is read on the spot, see `readSmall`. */
const SMALL_BYTES = 64 * 1024;
/** For so long small files are read in a row before whatever else waits has its turn. */
const TURN_MS = 5;

export type FolderSource = LocalSource & {
  /** Paths that were passed over because they are symbolic links or no plain files; grows with `files`. */
  skipped: ReadonlySet<string>;
};

/**
 * A file or a folder on this machine as a source. A folder is walked in the order of its names' code
 * units, so that it is the same on every machine. Links inside it are not followed, because they may
 * lead out of it or in a circle; what the user named may itself be a link. Rejects when `path` does
 * not exist or cannot be read.
 */
export async function folderSource(path: string): Promise<FolderSource> {
  const root = await realpath(path);
  const skipped = new Set<string>();
  const isFolder = (await stat(root)).isDirectory();
  return {
    name: basename(root),
    skipped,
    files: () => (isFolder ? walk(root, "", skipped) : single(root)),
  };
}

async function* single(root: string): AsyncGenerator<LocalFile> {
  yield fileAt(root, basename(root), (await stat(root)).size);
}

async function* walk(
  root: string,
  folder: string,
  skipped: Set<string>,
): AsyncGenerator<LocalFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => byCodeUnits(a.name, b.name))) {
    await breathe();
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, path, skipped);
    else if (entry.isFile()) {
      const absolute = join(root, path);
      yield fileAt(absolute, path, lstatSync(absolute).size);
    } else skipped.add(path);
  }
}

function fileAt(absolutePath: string, path: string, sizeBytes: number): LocalFile {
  return { path, sizeBytes, absolutePath, open: () => bytesOf(absolutePath, sizeBytes) };
}

async function* bytesOf(absolute: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  if (sizeBytes < SMALL_BYTES) {
    await breathe();
    const whole = readSmall(absolute, sizeBytes);
    if (whole !== null) {
      if (whole.length > 0) yield whole;
      return;
    }
  }
  const handle = await open(absolute);
  try {
    for (;;) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/**
 * A small file, or null when it has grown since its size was taken. On the spot: asking another thread to
 * open, read and close it takes many times as long as doing so, and an import of ten thousand logs does
 * that several times to each.
 */
function readSmall(absolute: string, sizeBytes: number): Uint8Array | null {
  const file = openSync(absolute, "r");
  try {
    // One more than it should have, to see its end.
    const buffer = new Uint8Array(sizeBytes + 1);
    const bytesRead = readSync(file, buffer, 0, buffer.length, 0);
    return bytesRead <= sizeBytes ? buffer.subarray(0, bytesRead) : null;
  } finally {
    closeSync(file);
  }
}

let turnBegan = 0;

/** Lets the pages of the same process have their turn, at most every few milliseconds. */
async function breathe(): Promise<void> {
  const now = performance.now();
  if (now - turnBegan < TURN_MS) return;
  await othersFirst();
  turnBegan = performance.now();
}

/** The order of `<`: not a language's, which would differ from machine to machine. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
