import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { EpisodeFilter } from "@/db/queries/episode-filter";
import { bytes } from "@/lib/format/bytes";
import { AppError } from "@/lib/errors";
import type { Answers, ExportFormat } from "../remote/answers";
import { type AskOptions, withAnswers } from "./with-answers";

type Options = AskOptions & {
  /** The whole campaign; null: the episodes that the filter holds. */
  campaign: string | null;
  filter: EpisodeFilter;
  format: ExportFormat;
  /** A file to write; null: stdout. */
  output: string | null;
  /** Beside it what its records can be held against offline, with `.proof` behind its name. */
  proof: boolean;
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
  const proven = provenExport(options);
  const size = await withAnswers(options, async (answers) => {
    if (proven !== null) return withProof(answers, proven, signal);
    const chunks =
      campaign === null ? answers.episodes(filter, format) : answers.campaign(campaign, format);
    return output === null ? toStdout(chunks, signal) : toFile(chunks, output, signal);
  });
  if (output === null) return 0;
  const proof = proven === null ? {} : { proof: proven.proof };
  if (json) process.stdout.write(`${JSON.stringify({ file: output, bytes: size, ...proof })}\n`);
  else log(`${bytes(size)} written to ${output}`);
  if (proven !== null && !json) log(`its proof written to ${proven.proof}`);
  return 0;
}

type ProvenExport = { campaign: string; output: string; proof: string };

/**
 * Null where no proof is asked for.
 *
 * @throws AppError invalid_input: what is asked for is not a campaign as its records, in a file
 */
function provenExport({ campaign, format, output, proof }: Options): ProvenExport | null {
  if (!proof) return null;
  if (campaign === null || format === "csv")
    throw new AppError(
      "invalid_input",
      "Only a whole campaign as JSONL is proven as one file: give --campaign without --format csv. A part of it is proven episode by episode, by the proof on the page of each.",
    );
  if (output !== null) return { campaign, output, proof: `${output}.proof` };
  throw new AppError("invalid_input", "The proof stands in a file beside the export's: give -o.");
}

/** The proof first: an export without it is not what was asked for. */
async function withProof(
  answers: Answers,
  { campaign, output, proof }: ProvenExport,
  signal: AbortSignal,
): Promise<number> {
  await toFile(answers.proof(campaign), proof, signal);
  try {
    return await toFile(answers.campaign(campaign, "jsonl"), output, signal);
  } catch (error) {
    await rm(proof, { force: true });
    throw error;
  }
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
