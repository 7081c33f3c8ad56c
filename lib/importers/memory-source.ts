import type { Source, SourceFile } from "./importer";

/** A source that is already in memory, in the given order; texts become UTF-8. */
export function memorySource(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  chunkBytes = 64 * 1024,
): Source {
  const list = Object.entries(files).map(([path, content]): SourceFile => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    return { path, sizeBytes: bytes.length, open: () => chunksOf(bytes, chunkBytes) };
  });
  return {
    name,
    async *files() {
      yield* list;
    },
  };
}

async function* chunksOf(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes);
}
