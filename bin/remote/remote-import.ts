import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import {
  importDetailSchema,
  importStartedSchema,
  type ImportDetailJson,
} from "@/lib/api/schemas/import-schema";
import type { Source } from "@/lib/importers/importer";
import { countedSource, measureSource } from "@/lib/ingest/counted-source";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { AppError, isAppError } from "@/lib/errors";
import { multipart } from "./multipart";
import { ask, type ServerAddress } from "./server";

/** What an import is told besides its files; as fields of the form. */
export type ImportFields = readonly (readonly [name: string, value: string])[];

/** `sent` of `total` bytes while it is sent, and then how far the server has read. */
export type RemoteProgress = (phase: "sending" | "importing", done: number, total: number) => void;

const POLL_MS = 500;
/** States in which nothing more happens by itself. */
const ENDED: ReadonlySet<ImportDetailJson["state"]> = new Set([
  "done",
  "failed",
  "duplicate",
  "cancelled",
  "review",
]);

/**
 * Sends a file or a folder to a server and waits for what comes of it; at no time is more than a chunk
 * held. Where the connection breaks it is sent once more under the same Idempotency-Key, so that it is
 * imported once. When the waiting is aborted, the server is asked to cancel.
 *
 * @throws AppError invalid_input: the path cannot be read; and the server's own refusals
 */
export async function remoteImport(
  server: ServerAddress,
  project: string,
  path: string,
  options: { fields: ImportFields; signal: AbortSignal; onProgress: RemoteProgress },
): Promise<ImportDetailJson> {
  const { signal, onProgress } = options;
  const source = await sourceAt(path);
  const address = `/projects/${encodeURIComponent(project)}/imports`;
  const id = randomUUID();
  const send = () => sendForm(server, address, source, { ...options, id });
  const { id: importId } = await send().catch((error: unknown) => {
    if (signal.aborted || !isAppError(error) || error.code !== "unavailable") throw error;
    return send();
  });
  try {
    return await untilEnded(server, `${address}/${importId}`, signal, onProgress);
  } catch (error) {
    if (signal.aborted) await cancel(server, `${address}/${importId}`);
    throw error;
  }
}

async function sendForm(
  server: ServerAddress,
  address: string,
  source: Source,
  options: { id: string; fields: ImportFields; signal: AbortSignal; onProgress: RemoteProgress },
): Promise<{ id: string }> {
  const { id, fields, signal, onProgress } = options;
  const { bytes: total } = await measureSource(source);
  let sent = 0;
  const counted = countedSource(source, (bytes) => {
    sent += bytes;
    onProgress("sending", sent, total);
  });
  const boundary = `aftermath${id.replaceAll("-", "")}`;
  const { contentType, chunks } = multipart(boundary, fields, counted.files());
  const response = await ask(server, address, {
    method: "POST",
    headers: { "content-type": contentType, "idempotency-key": id },
    body: streamOf(chunks),
    duplex: "half",
    signal,
  });
  return importStartedSchema.parse(await response.json());
}

/** A chunk is read when the connection takes one. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function sourceAt(path: string): Promise<Source> {
  try {
    const source = await folderSource(path);
    if (!(await stat(path)).isDirectory()) return source;
    return { name: source.name, files: () => underFolder(source) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("invalid_input", `${path} cannot be read (${why}).`, { cause });
  }
}

/** A folder is sent with its own name in front, as a browser sends what was dropped. */
async function* underFolder(source: Source) {
  for await (const file of source.files()) yield { ...file, path: `${source.name}/${file.path}` };
}

async function untilEnded(
  server: ServerAddress,
  address: string,
  signal: AbortSignal,
  onProgress: RemoteProgress,
): Promise<ImportDetailJson> {
  for (;;) {
    const response = await ask(server, address, { signal });
    const state = importDetailSchema.parse(await response.json());
    if (ENDED.has(state.state)) return state;
    onProgress("importing", state.bytesRead, state.bytesTotal);
    await wait(POLL_MS, undefined, { signal });
  }
}

async function cancel(server: ServerAddress, address: string): Promise<void> {
  // It may have ended meanwhile, or the server be gone: the one who stopped it is told nothing more.
  await ask(server, `${address}/cancel`, { method: "POST" }).catch(() => {});
}
