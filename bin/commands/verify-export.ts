import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { AppError } from "@/lib/errors";
import { plural } from "@/lib/format/numbers";
import { splitLines } from "@/lib/importers/split-lines";
import {
  checkExport,
  PROOF_FAULTS,
  type Difference,
  type ExportCheck,
  type RecordName,
} from "@/lib/integrity/check-export";
import { readExportProof, type ExportProof } from "@/lib/integrity/export-proof";
import { readLogEntry } from "@/lib/integrity/log-entry";
import { EXPORT_LIMIT } from "@/lib/reports/integrity-sentences";
import { printable } from "./import-progress";
import { givenKey, keptCheckpoint } from "./verify-given";

type Options = {
  /** A campaign that was exported as records. */
  export: string;
  /** Beside it, with `.proof` behind its name, when it is not given. */
  proof?: string | undefined;
  /** A file with a checkpoint that was kept elsewhere. */
  checkpoint?: string | undefined;
  publicKey?: string | undefined;
  json: boolean;
};

/**
 * Holds an exported campaign against its proof, without a database or a server.
 *
 * @returns 0 every record is the one that was sealed, 1 one is not, or the proof does not hold
 * @throws AppError invalid_input: a file or a key that is none
 */
export async function runVerifyExport(options: Options): Promise<number> {
  const { export: path, publicKey: key = null } = options;
  givenKey(options.publicKey);
  const proofPath = options.proof ?? `${path}.proof`;
  const kept = await keptCheckpoint(options.checkpoint);
  const proof = await readExportProof(linesOf(proofPath));
  if (proof === null)
    throw new AppError(
      "invalid_input",
      `${proofPath} is no proof of an export: aftermath export --proof writes one beside its file.`,
    );
  const check = await checkExport(bytesOf(path), proof, { key, kept });
  const isProven = check.difference === null && check.faults.length === 0;
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ proven: isProven, file: path, ...check })}\n`
      : `${inWords(basename(path), proof, check, key !== null)
          .map(printable)
          .join("\n")}\n`,
  );
  return isProven ? 0 : 1;
}

function inWords(
  file: string,
  { head, manifest }: ExportProof,
  check: ExportCheck,
  isKeyGiven: boolean,
): string[] {
  const { records, episodes, difference, faults, checkpoint, kept } = check;
  const entry = readLogEntry(head.campaign.entry);
  const isProven = difference === null && faults.length === 0;
  return [
    `proof: campaign ${manifest.key} (${manifest.campaign}), ${plural(manifest.episodes, "episode")}, sealed at ${entry?.at ?? "a time that is not said"} by entry ${head.campaign.log.index} of the log`,
    ...(checkpoint === null
      ? []
      : [
          `checkpoint: ${plural(checkpoint.size, "entry", "entries")} of ${checkpoint.origin}, signed by ${checkpoint.publicKey}`,
        ]),
    ...(isKeyGiven ? [] : ["  no --public-key was given: whose signature it is stays open"]),
    ...(kept === null ? [] : [`kept checkpoint: ${plural(kept, "entry", "entries")}`]),
    difference === null
      ? `${file}: ${plural(records, "record")}, ${plural(episodes, "episode")} among them`
      : differenceInWords(file, difference),
    ...faults.map((fault) => PROOF_FAULTS[fault]),
    isProven
      ? "PROVEN: every record is the one that was sealed, in its place; none is missing and none was added."
      : "NOT PROVEN.",
    EXPORT_LIMIT,
  ];
}

function differenceInWords(file: string, difference: Difference): string {
  const { line } = difference;
  if (difference.kind === "more") return `${file}, line ${line}: there is more than was sealed.`;
  const of = named(difference.of);
  switch (difference.kind) {
    case "changed":
      return `${file}, line ${line}, ${of}: this is not the record that was sealed.`;
    case "missing":
      return `${file}, line ${line}: ${of} is missing before it.`;
    case "added":
      return `${file}, line ${line}: this record was not sealed; it stands before ${of}.`;
    case "swapped":
      return `${file}, line ${line}: ${of} and ${named(difference.and)} have changed places.`;
    case "torn":
      return `${file}, line ${line}, ${of}: the file breaks off here.`;
    case "ends":
      return `${file} ends before line ${line}: ${of} is missing, and whatever came behind it.`;
  }
}

function named(record: RecordName): string {
  return "seq" in record ? `episode ${record.seq}` : `record ${record.no} (${record.type})`;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const line of splitLines(bytesOf(path)))
    // One that is too long is no line of a proof.
    yield line.kind === "line" ? decoder.decode(line.bytes) : "";
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }))
      yield chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
  } catch (cause) {
    throw new AppError("invalid_input", `${path} cannot be read.`, { cause });
  }
}

const CHUNK = 256 * 1024;
