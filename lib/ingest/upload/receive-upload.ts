import { createWriteStream } from "node:fs";
import { mkdir, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { newId } from "@/db/schema/columns";
import { AppError } from "@/lib/errors";
import { isSystemFile } from "@/lib/importers/system-files";
import { deleteSpool, INDEX_FILE, type SpoolIndex } from "./spool";
import { nameUpload, uploadPath } from "./upload-paths";
import { uploadsFolder } from "./uploads-folder";

/** Largest upload (security.md E3), and most files of one folder. */
export const MAX_UPLOAD_BYTES = 5 * 2 ** 30;
export const MAX_UPLOAD_FILES = 100_000;
/** The spool, its rows and their index: so many times its size an upload needs on the disk. */
const SPACE_FACTOR = 3;
const OPTION_PREFIX = "option.";
const REPLACE_FIELD = "replace";
const MAX_FIELDS = 50;

export type Upload = {
  /** Name of the spool folder, and id of the import that reads it. */
  spool: string;
  name: string;
  options: Record<string, string>;
  /** It may take the place of the campaign of the same file or key. */
  replace: boolean;
};

type Limits = { bytes: number; files: number };
type Stored = SpoolIndex["files"][number];

/**
 * Streams a multipart form into a spool folder of its own; nothing is held in memory.
 *
 * The form: `option.<id>` fields, `replace` with the value `true` where that is meant, then one part for each file, named `file`, whose filename is the
 * file's path within what was dropped (with its folder first). Other fields are ignored.
 *
 * @throws AppError invalid_input: no form, or no file in it; too_large: more than the limits; storage:
 *   too little room. What was spooled is then deleted.
 */
export async function receiveUpload(
  body: Readable,
  headers: { contentType: string | null; contentLength: number | null },
  dataDir: string,
  limits: Limits = { bytes: MAX_UPLOAD_BYTES, files: MAX_UPLOAD_FILES },
): Promise<Upload> {
  if (headers.contentLength !== null) {
    if (headers.contentLength > limits.bytes) throw tooLarge(limits);
  }
  const spool = newId();
  const folder = join(uploadsFolder(dataDir), spool);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await checkRoom(folder, headers.contentLength ?? 0);
    const { files, options, replace } = await spoolForm(body, headers.contentType, folder, limits);
    if (files.length === 0) throw new AppError("invalid_input", "The upload holds no file.");
    const named = nameUpload(files.map((file) => file.path));
    const index: SpoolIndex = {
      name: named.name,
      files: files.map((file, at) => ({ ...file, path: named.paths[at] ?? file.path })),
    };
    await writeFile(join(folder, INDEX_FILE), JSON.stringify(index), { mode: 0o600 });
    return { spool, name: named.name, options, replace };
  } catch (error) {
    await deleteSpool(dataDir, spool);
    throw asStorageFault(error);
  }
}

async function checkRoom(folder: string, bytes: number): Promise<void> {
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
): Promise<{ files: Stored[] } & Pick<Upload, "options" | "replace">> {
  const form = openForm(contentType, limits);
  const files: Stored[] = [];
  const options: [string, string][] = [];
  const writes: Promise<void>[] = [];
  let replace = false;
  let bytes = 0;
  const stop = new AbortController();
  const giveUp = (reason: AppError) => stop.abort(reason);

  form.on("field", (name, value) => {
    if (name.startsWith(OPTION_PREFIX)) options.push([name.slice(OPTION_PREFIX.length), value]);
    if (name === REPLACE_FIELD) replace = value === "true";
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
    const write = pipeline(stream, target, { signal: stop.signal });
    // A disk that is full must end the form too, which else would wait for this part for ever.
    write.catch((error: unknown) => stop.abort(isDiskFault(error) ? error : brokenOff(error)));
    writes.push(write);
  });
  try {
    await pipeline(body, form, { signal: stop.signal });
    await Promise.all(writes);
  } catch (error) {
    await Promise.allSettled(writes);
    if (stop.signal.aborted) throw stop.signal.reason;
    throw brokenOff(error);
  }
  return { files, options: Object.fromEntries(options), replace };
}

function openForm(contentType: string | null, limits: Limits) {
  if (contentType?.startsWith("multipart/form-data") !== true)
    throw new AppError("invalid_input", "An upload has to be a form (multipart/form-data).");
  try {
    return busboy({
      headers: { "content-type": contentType },
      preservePath: true,
      defParamCharset: "utf8",
      limits: { files: limits.files, fields: MAX_FIELDS, fieldSize: 1024 },
    });
  } catch (cause) {
    throw new AppError("invalid_input", "The upload is not a form that can be read.", { cause });
  }
}

function tooLarge(limits: Limits): AppError {
  return new AppError(
    "too_large",
    `The upload is larger than ${limits.bytes / 2 ** 30} GiB; import it on the command line of the server, or in parts.`,
  );
}

function tooMany(limits: Limits): AppError {
  return new AppError(
    "too_large",
    `The upload has more than ${limits.files} files; import the folder on the command line of the server.`,
  );
}

function brokenOff(cause: unknown): AppError {
  return new AppError("invalid_input", "The upload broke off before it was complete.", { cause });
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
