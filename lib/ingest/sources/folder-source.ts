import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { LocalFile, LocalSource } from "./local-file";

const CHUNK_BYTES = 64 * 1024;

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
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, path, skipped);
    else if (entry.isFile()) {
      const absolute = join(root, path);
      yield fileAt(absolute, path, (await lstat(absolute)).size);
    } else skipped.add(path);
  }
}

function fileAt(absolutePath: string, path: string, sizeBytes: number): LocalFile {
  return { path, sizeBytes, absolutePath, open: () => bytesOf(absolutePath) };
}

/** By hand rather than by a stream: of ten thousand small files, most of the time goes into setting up. */
async function* bytesOf(absolute: string): AsyncGenerator<Uint8Array> {
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

/** The order of `<`: not a language's, which would differ from machine to machine. */
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
