import type { Source, SourceFile } from "@/lib/importers/importer";
import { folderSource } from "./folder-source";
import { requireFileSize } from "./file-limit";
import type { LocalFile, LocalSource } from "./local-file";
import { isSqlite, sqliteSource } from "./sqlite-source";
import { isZip, zipFiles } from "./zip-source";

/**
 * Among several files, a zip archive is opened only where it is one log of its own (Inspect's `.eval`): a
 * `.zip` beside run folders is most often a copy of them.
 */
const LOG_ARCHIVE = /\.eval$/i;

/**
 * The file, folder, zip archive or SQLite database at `path` as a source. Rejects when it does not exist
 * or cannot be read; what is wrong with an archive or a database comes to light when its files are asked
 * for.
 */
export async function openSource(path: string): Promise<Source> {
  return withArchives(await folderSource(path));
}

/**
 * The same source with its zip archives opened. A single file that begins like an archive is one,
 * whatever its name, and its entries are the files; the name loses an ending `.zip`, so that a zipped
 * run folder is called like the folder. An `.eval` among other files becomes a folder of its entries. A
 * single file that begins like a SQLite database becomes its tables (sqlite-source.ts).
 *
 * A file beyond the limit comes to light when files are asked for, before any of it is read.
 */
export function withArchives(source: LocalSource): Source {
  const opened = new Map<string, Promise<SourceFile[]>>();
  const databases = new Map<string, Source>();
  const tablesOf = (file: LocalFile) => {
    const known = databases.get(file.absolutePath) ?? sqliteSource(file.absolutePath, file.path);
    databases.set(file.absolutePath, known);
    return known.files();
  };
  const entriesOf = (file: LocalFile) => {
    const known = opened.get(file.absolutePath) ?? zipFiles(file.absolutePath, file.path);
    opened.set(file.absolutePath, known);
    return known;
  };
  return {
    name: source.name.replace(/(?<=.)\.zip$/i, ""),
    async *files() {
      let held: LocalFile | null = null;
      let several = false;
      for await (const file of source.files()) {
        requireFileSize(file.path, file.sizeBytes);
        if (held !== null) {
          several = true;
          yield* opensAs(held);
        }
        held = file;
      }
      if (held === null) return;
      if (several) yield* opensAs(held);
      else if (await isZip(held.absolutePath)) yield* await entriesOf(held);
      else if (await isSqlite(held.absolutePath)) yield* tablesOf(held);
      else yield held;
    },
  };

  async function* opensAs(file: LocalFile): AsyncGenerator<SourceFile> {
    if (!LOG_ARCHIVE.test(file.path) || !(await isZip(file.absolutePath))) {
      yield file;
      return;
    }
    for (const entry of await entriesOf(file)) {
      yield { ...entry, path: `${file.path}/${entry.path}` };
    }
  }
}
