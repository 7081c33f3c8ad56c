import { z } from "zod";
import { named } from "./named";

/** What one chunk of an upload may hold: 8 MiB. */
export const MAX_CHUNK_BYTES = 8 * 2 ** 20;

const count = z.number().int().min(0);

/** A file that comes in chunks. */
export const chunkedUploadSchema = named(
  "ChunkedUpload",
  z.object({
    id: z.string(),
    name: z.string(),
    sizeBytes: count,
    chunkBytes: count,
    chunks: count,
    received: count,
    missing: z
      .array(count)
      .describe("Indexes, from 0, of chunks that are not here; the first 1,000 of them"),
  }),
);
