import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";
import type { Source, SourceFile } from "@/lib/importers/importer";
import { isSystemFile } from "@/lib/importers/system-files";
import { visibleText } from "@/lib/importers/visible-text";
import type { Fingerprint } from "./sources/fingerprint";

export type WatchedSource = Source & {
  /**
   * To be called when the importer is done: reads to its end what the importer left off in the middle.
   *
   * @throws AppError conflict: what was read is not what the fingerprint is of, even where the importer
   *   took the first sign of it for a fault of the format
   */
  settle(): Promise<void>;
};

/**
 * The same source, whose bytes are hashed again while they are read: a file that a harness still writes
 * to would else be stored under the fingerprint of bytes that it never had. Throws as soon as a file is
 * read to an end that is not the one of its fingerprint, or is there when it was not, or the other way.
 */
export function watchedSource(source: Source, fingerprint: Fingerprint): WatchedSource {
  let change: AppError | null = null;
  const leftOff = new Map<string, SourceFile>();
  const readWhole = new Set<string>();
  const fail = (what: string): AppError => {
    change ??= new AppError(
      "conflict",
      `${what} while it was imported; nothing of it was kept. Import it again when nothing writes to it any more.`,
    );
    return change;
  };

  async function* bytesOf(file: SourceFile): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    if (!readWhole.has(file.path)) leftOff.set(file.path, file);
    for await (const chunk of file.open()) {
      hash.update(chunk);
      yield chunk;
    }
    if (fingerprint.byPath.get(file.path)?.includes(hash.digest("hex")) !== true)
      throw fail(`The file ${visibleText(file.path)} changed`);
    leftOff.delete(file.path);
    readWhole.add(file.path);
  }

  return {
    name: source.name,
    async *files() {
      let seen = 0;
      for await (const file of source.files()) {
        if (isSystemFile(file.path)) {
          yield file;
          continue;
        }
        seen += 1;
        if (!fingerprint.byPath.has(file.path))
          throw fail(`The file ${visibleText(file.path)} appeared`);
        yield { ...file, open: () => bytesOf(file) };
      }
      if (seen !== fingerprint.files) throw fail("A file was taken away or added");
    },
    async settle() {
      for (const file of leftOff.values()) {
        if (change !== null) break;
        const rest = bytesOf(file);
        while ((await rest.next()).done !== true);
      }
      if (change !== null) throw change;
    },
  };
}
