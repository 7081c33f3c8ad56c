import { createHash, randomBytes } from "node:crypto";
import { AppError } from "@/lib/errors";
import { decodePart } from "@/lib/format/paths";
import { bodyChunks } from "./read-body";

/** An upload on its way to the reader of forms. `digest` is known when all of `chunks` has been read. */
export type UploadBody = {
  contentType: string;
  chunks: AsyncGenerator<Uint8Array>;
  /** SHA-256 of what was sent, the same for the same files however the client parted them. */
  digest: () => Uint8Array;
};

const FORM = "multipart/form-data";
const FILES = new Set(["application/x-ndjson", "application/octet-stream"]);
const NAME_HEADER = "x-file-name";

/**
 * The upload of a request: a form as it is, or the bytes of one file, which become a form of one part, so
 * that both are spooled by the same code. Nothing is held but the chunk on its way.
 *
 * @throws AppError invalid_input: it is empty, of another type, or a file without a usable name
 */
export function uploadBody(request: Request): UploadBody {
  const contentType = request.headers.get("content-type") ?? "";
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (request.body === null) throw new AppError("invalid_input", "The upload is empty.");
  const chunks = bodyChunks(request.body);
  if (type === FORM) return digested(chunks, contentType, boundaryOf(contentType));
  if (!FILES.has(type))
    throw new AppError(
      "invalid_input",
      `An upload is a form (${FORM}), or the bytes of one file (${[...FILES].join(", ")}).`,
    );
  const name = fileName(request.headers.get(NAME_HEADER));
  const boundary = randomBytes(24).toString("hex");
  return digested(
    asForm(chunks, name, boundary),
    `${FORM}; boundary=${boundary}`,
    Buffer.from(boundary),
  );
}

/** The name of a file, percent-encoded in its header; what a form's head cannot hold becomes `_`. */
function fileName(header: string | null): string {
  const name = header === null ? null : decodePart(header);
  if (name === null || name === "")
    throw new AppError(
      "invalid_input",
      "The bytes of a file need its name, percent-encoded, in the header X-File-Name.",
    );
  return name.replaceAll(/["\\\p{Cc}]/gu, "_").slice(0, 1024);
}

async function* asForm(
  chunks: AsyncGenerator<Uint8Array>,
  name: string,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  const head = `content-disposition: form-data; name="file"; filename="${name}"`;
  const type = "content-type: application/octet-stream";
  yield Buffer.from(`--${boundary}\r\n${head}\r\n${type}\r\n\r\n`);
  yield* chunks;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

/** RFC 2046, 5.1.1. A form without one is for the reader of forms to refuse. */
function boundaryOf(contentType: string): Uint8Array {
  const match = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  return Buffer.from(match?.[1] ?? match?.[2] ?? "");
}

/** Hashes everything but the boundary, which clients make up anew for every request. */
function digested(
  chunks: AsyncGenerator<Uint8Array>,
  contentType: string,
  boundary: Uint8Array,
): UploadBody {
  const hash = createHash("sha256");
  /** The end of what came, where a boundary may have begun. */
  let tail: Uint8Array = Buffer.alloc(0);
  const take = (chunk: Uint8Array) => {
    const data = Buffer.concat([tail, chunk]);
    let from = 0;
    for (let at = find(data, boundary, 0); at !== -1; at = find(data, boundary, from)) {
      hash.update(data.subarray(from, at));
      from = at + boundary.length;
    }
    const until = Math.max(from, data.length - Math.max(0, boundary.length - 1));
    hash.update(data.subarray(from, until));
    tail = Buffer.from(data.subarray(until));
  };
  return {
    contentType,
    chunks: (async function* () {
      for await (const chunk of chunks) {
        take(chunk);
        yield chunk;
      }
      hash.update(tail);
    })(),
    digest: () => hash.digest(),
  };
}

function find(data: Buffer, boundary: Uint8Array, from: number): number {
  return boundary.length === 0 ? -1 : data.indexOf(boundary, from);
}
