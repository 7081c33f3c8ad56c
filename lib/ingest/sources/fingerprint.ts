import { createHash } from "node:crypto";
import type { Source } from "@/lib/importers/importer";
import { isSystemFile } from "@/lib/importers/system-files";

export type Fingerprint = {
  /** 64 lower-case hex digits. */
  sha256: string;
  files: number;
  bytes: number;
  /** SHA-256 of each file, hex, by its path; several where files of a source share a path. */
  byPath: ReadonlyMap<string, readonly string[]>;
};

/**
 * What a source is, by its content. One file: the SHA-256 of its bytes, as `sha256sum` prints it, so that
 * a new name makes no new source. More: the SHA-256 over the lines `<sha256 of the file> <path as JSON>`,
 * sorted by path. Files that an operating system left behind do not count.
 */
export async function fingerprintSource(source: Source): Promise<Fingerprint> {
  const found: { path: string; sha256: string }[] = [];
  let bytes = 0;
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    const hash = createHash("sha256");
    for await (const chunk of file.open()) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    found.push({ path: file.path, sha256: hash.digest("hex") });
  }
  const [first] = found;
  const byPath = new Map<string, string[]>();
  for (const { path, sha256 } of found) {
    const same = byPath.get(path);
    if (same === undefined) byPath.set(path, [sha256]);
    else same.push(sha256);
  }
  if (first && found.length === 1) return { sha256: first.sha256, files: 1, bytes, byPath };
  const total = createHash("sha256");
  for (const { path, sha256 } of found.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    total.update(`${sha256} ${JSON.stringify(path)}\n`);
  }
  return { sha256: total.digest("hex"), files: found.length, bytes, byPath };
}
