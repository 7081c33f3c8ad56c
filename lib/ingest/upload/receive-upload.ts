import { createWriteStream } from "node:fs";
import { mkdir, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { newId } from "@/db/schema/columns";
import { AppError } from "@/lib/errors";
import { isSystemFile } from "@/lib/importers/system-files";
import { MAX_FILE_BYTES } from "../sources/file-limit";
import { brokenOff, openForm, readFields, type FormField, type FormFields } from "./form-fields";
import { deleteSpool, INDEX_FILE, type SpoolIndex } from "./spool";
import { nameUpload, uploadPath } from "./upload-paths";
import { uploadsFolder } from "./uploads-folder";

/** Most files of one folder. */
export const MAX_UPLOAD_FILES = 100_000;
/** The spool, its rows and their index: so many times its size an upload needs on the disk. */
const SPACE_FACTOR = 3;
/** What a form takes beside the bytes of a file: its boundary, its headers and a path of usual length. */
const FORM_BYTES_PER_FILE = 1024;

export type Upload = {
  /** Name of the spool folder, and id of the import that reads it. */
  spool: string;
  name: string;
} & FormFields;

type Limits = { bytes: number; files: number };
type Stored = SpoolIndex["files"][number];

/**
 * Streams a multipart form into a spool folder of its own; no file is held in memory.
 *
 * The form: fields (form-fields.ts), then one part for each file, named `file`, whose filename is the
 * file's path within what was dropped (with its folder first). Other fields are ignored.
 *
 * @throws AppError invalid_input: no form, no file in it, or a field that cannot be taken; too_large: more
 *   than the limits; storage: too little room. What was spooled is then deleted.
 */
export async function receiveUpload(
  body: Readable,
  headers: { contentType: string | null; contentLength: number | null },
  dataDir: string,
  limits: Limits = { bytes: MAX_FILE_BYTES, files: MAX_UPLOAD_FILES },
): Promise<Upload> {
  // What the form itself takes is not known before it is read; then the files' bytes are counted alone.
  const announced = (headers.contentLength ?? 0) - limits.files * FORM_BYTES_PER_FILE;
  if (announced > limits.bytes) throw tooLarge(limits);
  const spool = newId();
  const folder = join(uploadsFolder(dataDir), spool);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireRoom(folder, headers.contentLength ?? 0);
    const { files, fields } = await spoolForm(body, headers.contentType, folder, limits);
    if (files.length === 0) throw new AppError("invalid_input", "The upload holds no file.");
    const named = nameUpload(files.map((file) => file.path));
    const index: SpoolIndex = {
      name: named.name,
      files: files.map((file, at) => ({ ...file, path: named.paths[at] ?? file.path })),
    };
    await writeFile(join(folder, INDEX_FILE), JSON.stringify(index), { mode: 0o600 });
    return { spool, name: named.name, ...fields };
  } catch (error) {
    await deleteSpool(dataDir, spool);
    throw asStorageFault(error);
  }
}

/** @throws AppError storage: the disk has less than three times the room */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes * SPACE_FACTOR) return;
  throw new AppError(
    "storage",
    `The disk of the server has too little room: an upload needs ${SPACE_FACTOR} times its size.`,
  );
}

async function spoolForm(
  body: Readable,
  contentType: string | null,
  folder: string,
  limits: Limits,
): Promise<{ files: Stored[]; fields: FormFields }> {
  const form = openForm(contentType, limits);
  const files: Stored[] = [];
  const given: [string, FormField][] = [];
  const writes: Promise<void>[] = [];
  /** Files that are being written. Each pipeline listening to the one signal would be a leak to Node. */
  const open = new Set<Writable>();
  let bytes = 0;
  const stop = new AbortController();
  const giveUp = (reason: Error) => {
    stop.abort(reason);
    for (const target of open) target.destroy(reason);
  };

  form.on("field", (name, value, { valueTruncated }) => {
    given.push([name, { value, isCut: valueTruncated }]);
  });
  form.on("filesLimit", () => giveUp(tooMany(limits)));
  form.on("file", (_field, stream, { filename }) => {
    const path = uploadPath(filename ?? "");
    if (isSystemFile(path)) {
      stream.resume();
      return;
    }
    const stored = { file: String(files.length + 1).padStart(6, "0"), path, sizeBytes: 0 };
    files.push(stored);
    stream.on("data", (chunk: Uint8Array) => {
      stored.sizeBytes += chunk.length;
      bytes += chunk.length;
      if (bytes > limits.bytes) giveUp(tooLarge(limits));
    });
    const target = createWriteStream(join(folder, stored.file), { flags: "wx", mode: 0o600 });
    open.add(target);
    const write = pipeline(stream, target).finally(() => open.delete(target));
    // A disk that is full must end the form too, which else would wait for this part for ever.
    write.catch((error: unknown) => giveUp(isDiskFault(error) ? error : brokenOff(error)));
    writes.push(write);
  });
  try {
    await pipeline(body, form, { signal: stop.signal });
    await Promise.all(writes);
  } catch (error) {
    giveUp(brokenOff(error));
    await Promise.allSettled(writes);
    throw stop.signal.reason;
  }
  return { files, fields: readFields(given) };
}

function tooLarge(limits: Limits): AppError {
  return new AppError(
    "too_large",
    `The upload is larger than ${limits.bytes / 2 ** 30} GiB; import a folder on the command line of the server, and a larger file in parts.`,
  );
}

function tooMany(limits: Limits): AppError {
  return new AppError(
    "too_large",
    `The upload has more than ${limits.files} files; import the folder on the command line of the server.`,
  );
}

/** What the file system says when it can or may not take more. */
const DISK_FAULTS = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EIO", "EACCES", "EROFS", "EPERM"]);

function isDiskFault(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    DISK_FAULTS.has(error.code)
  );
}

function asStorageFault(error: unknown): unknown {
  if (!isDiskFault(error)) return error;
  return new AppError(
    "storage",
    `The upload cannot be kept on the disk of the server (${error.code}).`,
    { cause: error },
  );
}
