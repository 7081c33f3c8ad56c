import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { bytes } from "@/lib/format/bytes";
import { AppError } from "@/lib/errors";
import type { ExportFormat } from "../remote/answers";
import { type AskOptions, withAnswers } from "./with-answers";

type Options = AskOptions & {
  /** The whole campaign; null: the episodes that the filter holds. */
  campaign: string | null;
  filter: EpisodeFilter;
  format: ExportFormat;
  /** A file to write; null: stdout. */
  output: string | null;
  json: boolean;
};

/**
 * Streams an export. A file is there when it is whole: until then it has `.part` behind its name, and
 * what broke off is deleted.
 *
 * @throws AppError storage: the file cannot be written
 */
export async function runExport(options: Options): Promise<number> {
  const { campaign, filter, format, output, json, log, signal } = options;
  const size = await withAnswers(options, async (answers) => {
    const chunks =
      campaign === null ? answers.episodes(filter, format) : answers.campaign(campaign, format);
    return output === null ? toStdout(chunks, signal) : toFile(chunks, output, signal);
  });
  if (output === null) return 0;
  if (json) process.stdout.write(`${JSON.stringify({ file: output, bytes: size })}\n`);
  else log(`${bytes(size)} written to ${output}`);
  return 0;
}

async function toStdout(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  const counted = counting(chunks);
  await pipeline(Readable.from(counted.chunks), process.stdout, { signal, end: false });
  return counted.bytes();
}

async function toFile(
  chunks: AsyncIterable<Uint8Array>,
  output: string,
  signal: AbortSignal,
): Promise<number> {
  const part = `${output}.part`;
  const counted = counting(chunks);
  try {
    await pipeline(Readable.from(counted.chunks), createWriteStream(part), { signal });
    await rename(part, output);
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof Error && "syscall" in error && "path" in error)
      throw new AppError("storage", `${output} cannot be written (${error.message}).`, {
        cause: error,
      });
    throw error;
  }
  return counted.bytes();
}

function counting(chunks: AsyncIterable<Uint8Array>) {
  let total = 0;
  return {
    bytes: () => total,
    chunks: (async function* () {
      for await (const chunk of chunks) {
        total += chunk.length;
        yield chunk;
      }
    })(),
  };
}
