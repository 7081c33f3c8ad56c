import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Source } from "@/lib/importers/importer";
import { withArchives } from "../sources/archive-source";
import type { LocalFile } from "../sources/local-file";
import { uploadsFolder } from "./uploads-folder";

const CHUNK_BYTES = 64 * 1024;

/**
 * What an upload consists of. Files lie under names that the server made; the paths that the browser
 * gave are data and never touch the disk.
 */
const spoolIndexSchema = z.object({
  name: z.string(),
  files: z.array(z.object({ file: z.string(), path: z.string(), sizeBytes: z.number() })),
});

export type SpoolIndex = z.infer<typeof spoolIndexSchema>;

export const INDEX_FILE = "index.json";

/** The upload of a spool folder as a source, in the order of its paths' code units, its archives opened. */
export async function spooledSource(dataDir: string, spool: string): Promise<Source> {
  const folder = join(uploadsFolder(dataDir), spool);
  const text: unknown = JSON.parse(await readFile(join(folder, INDEX_FILE), "utf8"));
  const { name, files } = spoolIndexSchema.parse(text);
  const list = files
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ file, path, sizeBytes }): LocalFile => {
      const absolutePath = join(folder, file);
      return { path, sizeBytes, absolutePath, open: () => chunksOf(absolutePath) };
    });
  return withArchives({
    name,
    async *files() {
      yield* list;
    },
  });
}

export async function deleteSpool(dataDir: string, spool: string): Promise<void> {
  await rm(join(uploadsFolder(dataDir), spool), { recursive: true, force: true });
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}
