import { AppError } from "@/lib/errors";
import { withArchives } from "@/lib/ingest/sources/archive-source";
import { folderSource } from "@/lib/ingest/sources/folder-source";

/**
 * The file or folder at a path of the command line, and the paths that it passes over while it is read.
 *
 * @throws AppError invalid_input: there is none, or it cannot be read
 */
export async function sourceAt(path: string) {
  try {
    const folder = await folderSource(path);
    return { source: withArchives(folder), passedOver: folder.skipped };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("invalid_input", `${path} cannot be read (${why}).`, { cause });
  }
}
