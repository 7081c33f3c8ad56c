import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { z } from "zod";
import { importStartedSchema } from "@/lib/api/schemas/import-schema";
import { chunkedUploadSchema, MAX_CHUNK_BYTES } from "@/lib/api/schemas/upload-schema";
import { AppError } from "@/lib/errors";
import { readFields } from "@/lib/ingest/upload/form-fields";
import { ask, type ServerAddress } from "./server";
import { withPatience } from "./with-patience";

/** Waits before a request is made again that reached nobody, in milliseconds. */
const PATIENCE_MS = [500, 1000, 2000, 4000, 8000];

type Upload = z.output<typeof chunkedUploadSchema>;
export type ChunkedFile = {
  path: string;
  name: string;
  sizeBytes: number;
  fields: readonly (readonly [name: string, value: string])[];
};

/**
 * Sends one file in chunks, of which one is held at a time. Where the connection breaks only the chunk on
 * its way is sent again. When it is stopped, the server forgets what came.
 *
 * @param project the address of the project below /api/v1
 * @returns the import's id
 * @throws AppError unavailable: the server stays away; invalid_input: the file became shorter; and the
 *   server's own refusals
 */
export async function sendChunks(
  server: ServerAddress,
  project: string,
  file: ChunkedFile,
  options: { signal: AbortSignal; onSent: (bytes: number) => void; patienceMs?: readonly number[] },
): Promise<string> {
  const { signal, onSent, patienceMs = PATIENCE_MS } = options;
  const again = <Result>(work: () => Promise<Result>) => withPatience(work, signal, patienceMs);
  const { name, sizeBytes } = file;
  const values = file.fields.map(([field, value]) => [field, { value, isCut: false }] as const);
  const body = JSON.stringify({
    name,
    sizeBytes,
    chunkBytes: MAX_CHUNK_BYTES,
    ...readFields(values),
  });
  const asked = async (address: string, init: RequestInit): Promise<Upload> =>
    chunkedUploadSchema.parse(await (await ask(server, address, { ...init, signal })).json());
  let upload = await again(() => asked(`${project}/uploads`, { method: "POST", body }));
  const address = `${project}/uploads/${upload.id}`;
  const source = await open(file.path);
  try {
    while (upload.missing.length > 0) {
      for (const index of upload.missing) {
        const bytes = new Uint8Array(
          Math.min(MAX_CHUNK_BYTES, sizeBytes - index * MAX_CHUNK_BYTES),
        );
        const { bytesRead } = await source.read(bytes, 0, bytes.length, index * MAX_CHUNK_BYTES);
        if (bytesRead < bytes.length)
          throw new AppError("invalid_input", `${file.path} became shorter while it was sent.`);
        const headers = {
          "content-type": "application/octet-stream",
          "x-chunk-sha256": createHash("sha256").update(bytes).digest("hex"),
        };
        const chunk = { method: "POST", headers, body: bytes };
        await again(() => asked(`${address}/chunks/${index}`, chunk));
        onSent(bytes.length);
      }
      upload = await again(() => asked(address, {}));
    }
    const done = await again(() => ask(server, `${address}/complete`, { method: "POST", signal }));
    return importStartedSchema.parse(await done.json()).id;
  } catch (error) {
    // What nobody will complete is forgotten; else the server does so by itself after a day.
    await ask(server, address, { method: "DELETE" }).catch(() => {});
    throw error;
  } finally {
    await source.close();
  }
}
