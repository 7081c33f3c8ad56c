import { createHash } from "node:crypto";
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { newId } from "@/db/schema/columns";
import { manifestSchema } from "@/lib/domain/records";
import { AppError } from "@/lib/errors";
import { MAX_FILE_BYTES } from "../sources/file-limit";
import { requireRoom, type Upload } from "./receive-upload";
import { INDEX_FILE, type SpoolIndex } from "./spool";
import { uploadPath } from "./upload-paths";
import { chunkedFolder, uploadsFolder } from "./uploads-folder";

const MAX_CHUNKS = 10_000;
/** So many uploads of one project may be on their way at once. */
const MAX_OPEN = 20;
/** One that no chunk came for in so long is given up. */
const KEPT_MS = 24 * 3600 * 1000;

const DATA = "000001";
const ABOUT = "about.json";
/** A file for each chunk that is here, named by its index and holding its SHA-256. */
const RECEIVED = "received";

const aboutSchema = z.object({
  projectId: z.string(),
  name: z.string(),
  sizeBytes: z.number().int(),
  chunkBytes: z.number().int(),
  review: z.boolean(),
  options: z.record(z.string(), z.string()),
  replace: z.boolean(),
  keepSource: z.boolean(),
  manifest: manifestSchema.nullable(),
});
type About = z.infer<typeof aboutSchema>;
export type NewChunkedUpload = Omit<z.input<typeof aboutSchema>, "projectId">;

export type ChunkedState = {
  id: string;
  name: string;
  sizeBytes: number;
  chunkBytes: number;
  chunks: number;
  received: number;
  /** The first indexes, from 0, that are not here. */
  missing: number[];
};
const MAX_MISSING = 1000;

/** One upload of a project; the folders are the whole of what is known of it. */
export type ChunkedPlace = { dataDir: string; projectId: string; id: string };

/**
 * Opens the upload of one file in chunks (security.md E10). Each chunk has its place in the file, so that
 * they may come in any order and again; nothing is known of them but what lies in the data folder, so that
 * an upload goes on after the server was started anew.
 *
 * @param given `chunkBytes`: what a request may hold at most
 * @throws AppError too_large: the file, or more chunks than 10,000; storage: too little room; conflict:
 *   too many uploads of the project are open
 */
export async function openChunked(
  dataDir: string,
  projectId: string,
  given: NewChunkedUpload,
): Promise<ChunkedState> {
  const about = aboutSchema.parse({ ...given, projectId, name: uploadPath(given.name) });
  if (about.sizeBytes > MAX_FILE_BYTES)
    throw new AppError("too_large", `A file may have ${MAX_FILE_BYTES / 2 ** 30} GiB.`);
  if (chunksOf(about) > MAX_CHUNKS)
    throw new AppError("too_large", `An upload may have ${MAX_CHUNKS} chunks; take larger ones.`);
  const ofProject = join(chunkedFolder(dataDir), projectId);
  await mkdir(ofProject, { recursive: true, mode: 0o700 });
  if ((await forgetStale(ofProject)) >= MAX_OPEN)
    throw new AppError(
      "conflict",
      `${MAX_OPEN} uploads of this project are open; complete one or give it up.`,
    );
  await requireRoom(ofProject, about.sizeBytes);
  const id = newId();
  const folder = join(ofProject, id);
  await mkdir(join(folder, RECEIVED), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, DATA), "", { mode: 0o600 });
  // Last: an upload without it is none yet.
  await writeFile(join(folder, ABOUT), JSON.stringify(about), { mode: 0o600 });
  return stateOf(id, about, new Set());
}

/** @throws AppError not_found: the project has no such upload under way */
export async function readChunked(place: ChunkedPlace): Promise<ChunkedState> {
  const about = await aboutOf(place);
  return stateOf(place.id, about, await receivedOf(place));
}

/**
 * Takes one chunk. The same again changes nothing.
 *
 * @param chunk `sha256` in hex, of its bytes; `index` from 0
 * @throws AppError not_found; invalid_input: another length than its place has, or another digest than
 *   stated; conflict: another chunk is at its place
 */
export async function takeChunk(
  place: ChunkedPlace,
  chunk: { index: number; sha256: string; bytes: Uint8Array },
): Promise<ChunkedState> {
  return inTurn(place.id, async () => {
    const about = await aboutOf(place);
    const { index, sha256, bytes } = chunk;
    const at = index * about.chunkBytes;
    const length = Math.min(about.chunkBytes, about.sizeBytes - at);
    if (index >= chunksOf(about) || bytes.length !== length)
      throw new AppError(
        "invalid_input",
        index >= chunksOf(about)
          ? `The upload has ${chunksOf(about)} chunks, counted from 0; there is no chunk ${index}.`
          : `Chunk ${index} has ${bytes.length} bytes; at its place are ${length}.`,
      );
    if (createHash("sha256").update(bytes).digest("hex") !== sha256)
      throw new AppError(
        "invalid_input",
        `Chunk ${index} is not the one of the SHA-256 it states.`,
      );
    const folder = folderOf(place);
    const note = join(folder, RECEIVED, String(index));
    const earlier = await readFile(note, "utf8").catch(() => null);
    if (earlier !== null && earlier !== sha256)
      throw new AppError("conflict", `Another chunk ${index} was received before.`);
    if (earlier === null) {
      await writeAt(join(folder, DATA), bytes, at);
      await writeFile(`${note}.new`, sha256, { mode: 0o600 });
      await rename(`${note}.new`, note);
    }
    return stateOf(place.id, about, await receivedOf(place));
  });
}

/**
 * Makes a whole upload one that an import can read, and has it noted as one. What failed half-way may be
 * asked for again: `queue` is called for an upload that was moved before, too, and looks for its import.
 *
 * @throws AppError not_found; conflict: chunks are missing
 */
export async function completeChunked(
  place: ChunkedPlace,
  queue: (whole: { upload: Upload; review: boolean }) => Promise<void>,
): Promise<void> {
  await inTurn(place.id, async () => {
    const to = join(uploadsFolder(place.dataDir), place.id);
    const moved = await aboutIn(to);
    const isMoved = moved !== null && moved.projectId === place.projectId;
    const about = isMoved ? moved : await aboutOf(place);
    if (!isMoved) {
      const { received, chunks } = stateOf(place.id, about, await receivedOf(place));
      if (received < chunks)
        throw new AppError(
          "conflict",
          `${chunks - received} of ${chunks} chunks of the upload are missing.`,
        );
      const files = [{ file: DATA, path: about.name, sizeBytes: about.sizeBytes }];
      const index: SpoolIndex = { name: about.name, files };
      const from = folderOf(place);
      await writeFile(join(from, INDEX_FILE), JSON.stringify(index), { mode: 0o600 });
      await mkdir(uploadsFolder(place.dataDir), { recursive: true, mode: 0o700 });
      await rename(from, to);
    }
    const { name, options, replace, keepSource, manifest, review } = about;
    const upload = { spool: place.id, name, options, replace, keepSource, manifest };
    await queue({ upload, review });
  });
}

/** Gives an upload up. @throws AppError not_found: there is none */
export async function dropChunked(place: ChunkedPlace): Promise<void> {
  await inTurn(place.id, async () => {
    await aboutOf(place);
    await rm(folderOf(place), { recursive: true, force: true });
  });
}

const folderOf = ({ dataDir, projectId, id }: ChunkedPlace) =>
  join(chunkedFolder(dataDir), projectId, id);

const chunksOf = ({ sizeBytes, chunkBytes }: About) => Math.ceil(sizeBytes / chunkBytes);

async function aboutOf(place: ChunkedPlace): Promise<About> {
  const about = await aboutIn(folderOf(place));
  if (about === null)
    throw new AppError("not_found", "There is no such upload under way in this project.");
  return about;
}

async function aboutIn(folder: string): Promise<About | null> {
  const text = await readFile(join(folder, ABOUT), "utf8").catch(() => null);
  return text === null ? null : aboutSchema.parse(JSON.parse(text));
}

async function receivedOf(place: ChunkedPlace): Promise<Set<number>> {
  const names = await readdir(join(folderOf(place), RECEIVED));
  return new Set(names.filter((name) => /^\d+$/.test(name)).map(Number));
}

function stateOf(id: string, about: About, received: ReadonlySet<number>): ChunkedState {
  const { name, sizeBytes, chunkBytes } = about;
  const missing: number[] = [];
  const chunks = chunksOf(about);
  for (let index = 0; index < chunks && missing.length < MAX_MISSING; index += 1)
    if (!received.has(index)) missing.push(index);
  return { id, name, sizeBytes, chunkBytes, chunks, received: received.size, missing };
}

/** On the disk before it is noted as received, so that a loss of power cannot leave a hole. */
async function writeAt(path: string, bytes: Uint8Array, at: number): Promise<void> {
  const file = await open(path, "r+");
  try {
    // A disk that is nearly full takes a part and says so by the count alone.
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Deletes what was left, and says how many uploads are open. */
async function forgetStale(ofProject: string): Promise<number> {
  let kept = 0;
  for (const id of await readdir(ofProject)) {
    const folder = join(ofProject, id);
    // A folder's time is that of the last file put into it.
    const last = await stat(join(folder, RECEIVED)).catch(() => null);
    if (last !== null && last.mtimeMs > Date.now() - KEPT_MS) kept += 1;
    else await rm(folder, { recursive: true, force: true });
  }
  return kept;
}

/** The last work of each upload: a data folder belongs to one server, whose chunks take turns here. */
const turns = new Map<string, Promise<unknown>>();

async function inTurn<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  const before = turns.get(id) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(id, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(id) === mine) turns.delete(id);
  }
}
