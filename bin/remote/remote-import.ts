import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import {
  importDetailSchema,
  importStartedSchema,
  type ImportDetailJson,
} from "@/lib/api/schemas/import-schema";
import { MAX_CHUNK_BYTES } from "@/lib/api/schemas/upload-schema";
import type { Source } from "@/lib/importers/importer";
import { countedSource, measureSource } from "@/lib/ingest/counted-source";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { AppError } from "@/lib/errors";
import { multipart } from "./multipart";
import { sendChunks, type ChunkedFile } from "./send-chunks";
import { ask, type ServerAddress } from "./server";
import { withPatience } from "./with-patience";

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
 * held. A file of more than one chunk goes in several (send-chunks.ts). Anything else is sent once more
 * where the connection breaks, under the same Idempotency-Key, so that it is imported once. When the waiting
 * is aborted, the server is asked to cancel.
 *
 * @throws AppError invalid_input: the path cannot be read; and the server's own refusals
 */
export async function remoteImport(
  server: ServerAddress,
  project: string,
  path: string,
  options: Options,
): Promise<ImportDetailJson> {
  const { signal, onProgress } = options;
  const source = await sourceAt(path);
  const ofProject = `/projects/${encodeURIComponent(project)}`;
  const address = `${ofProject}/imports`;
  const large = await largeFile(path, source.name);
  const importId =
    large === null
      ? await sendWhole(server, address, source, options)
      : await sendLarge(server, ofProject, { ...large, fields: options.fields }, options);
  try {
    return await untilEnded(server, `${address}/${importId}`, signal, onProgress);
  } catch (error) {
    if (signal.aborted) await cancel(server, `${address}/${importId}`);
    throw error;
  }
}

type Options = { fields: ImportFields; signal: AbortSignal; onProgress: RemoteProgress };

async function sendWhole(
  server: ServerAddress,
  address: string,
  source: Source,
  options: Options,
): Promise<string> {
  const id = randomUUID();
  const send = () => sendForm(server, address, source, { ...options, id });
  return (await withPatience(send, options.signal, [0])).id;
}

function sendLarge(
  server: ServerAddress,
  project: string,
  file: ChunkedFile,
  { signal, onProgress }: Options,
): Promise<string> {
  let sent = 0;
  const onSent = (bytes: number) => {
    sent += bytes;
    onProgress("sending", sent, file.sizeBytes);
  };
  return sendChunks(server, project, file, { signal, onSent });
}

async function largeFile(path: string, name: string): Promise<Omit<ChunkedFile, "fields"> | null> {
  const facts = await stat(path);
  return facts.isFile() && facts.size > MAX_CHUNK_BYTES
    ? { path, name, sizeBytes: facts.size }
    : null;
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
