import type { Source } from "@/lib/importers/importer";

/** The same source, telling how many bytes each read brought. */
export function countedSource(source: Source, onBytes: (bytes: number) => void): Source {
  return {
    name: source.name,
    async *files() {
      for await (const file of source.files()) {
        yield {
          ...file,
          async *open() {
            for await (const chunk of file.open()) {
              onBytes(chunk.length);
              yield chunk;
            }
          },
        };
      }
    },
  };
}

/** How many files a source has and their bytes together. */
export async function measureSource(source: Source): Promise<{ files: number; bytes: number }> {
  let files = 0;
  let bytes = 0;
  for await (const file of source.files()) {
    files += 1;
    bytes += file.sizeBytes;
  }
  return { files, bytes };
}
