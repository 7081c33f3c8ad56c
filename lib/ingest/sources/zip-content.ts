import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { isAppError } from "@/lib/errors";
import { DEFLATE, STORED, type ZipEntry } from "./zip-entry";
import { zipFault } from "./zip-limits";
import { decodeZstd, ZstdFault } from "./zstd-frames";

const CHUNK_BYTES = 64 * 1024;
/** Up to this size an entry is unpacked in one go: of ten thousand small ones, a stream each costs most. */
const SMALL_BYTES = 256 * 1024;
const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_MAGIC = 0x04034b50;

class MoreThanStated extends Error {}

/**
 * The unpacked bytes of one entry, in pieces of at most 128 KiB as they are asked for. They end with an
 * error when the entry holds more or less than it states, or something else than its CRC-32 says: the
 * reader has then seen no more than the size that was checked against the limits.
 *
 * @throws AppError invalid_input, with the entry's name
 */
export async function* entryBytes(
  archivePath: string,
  archive: string,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const handle = await open(archivePath);
  let unpacked = 0;
  let crc = 0;
  try {
    const from = await contentAt(handle, archive, entry);
    const packed = rawBytes(handle, from, entry.packedBytes);
    for await (const chunk of unpack(packed, entry)) {
      unpacked += chunk.length;
      if (unpacked > entry.unpackedBytes) throw new MoreThanStated();
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    if (isAppError(error)) throw error;
    throw zipFault(archive, entry.path, faultOf(error, entry), error);
  } finally {
    await handle.close();
  }
  if (unpacked < entry.unpackedBytes)
    throw zipFault(
      archive,
      entry.path,
      `holds fewer than the ${entry.unpackedBytes} bytes it states`,
    );
  if (crc !== entry.crc32)
    throw zipFault(archive, entry.path, "is damaged: its checksum (CRC-32) does not fit");
}

function faultOf(error: unknown, entry: ZipEntry): string {
  if (error instanceof MoreThanStated)
    return `holds more than the ${entry.unpackedBytes} bytes it states`;
  return error instanceof ZstdFault ? error.message : "is damaged and cannot be unpacked";
}

/** Where the content begins; the local header has to name the same file as the central directory. */
async function contentAt(handle: FileHandle, archive: string, entry: ZipEntry): Promise<number> {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES + entry.rawName.length);
  const { bytesRead } = await handle.read(header, 0, header.length, entry.headerAt);
  if (bytesRead < header.length || header.readUInt32LE(0) !== LOCAL_HEADER_MAGIC)
    throw zipFault(archive, entry.path, "is not where the list of contents says");
  const isSame =
    header.readUInt16LE(26) === entry.rawName.length &&
    header.subarray(LOCAL_HEADER_BYTES).equals(entry.rawName) &&
    header.readUInt16LE(8) === entry.method;
  if (!isSame)
    throw zipFault(archive, entry.path, "has another name or packing where its content stands");
  return entry.headerAt + header.length + header.readUInt16LE(28);
}

async function* rawBytes(
  handle: FileHandle,
  from: number,
  length: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  while (at < length) {
    const buffer = new Uint8Array(Math.min(CHUNK_BYTES, length - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function unpack(packed: AsyncGenerator<Uint8Array>, entry: ZipEntry): AsyncIterable<Uint8Array> {
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATE) return decodeZstd(packed);
  return Math.max(entry.packedBytes, entry.unpackedBytes) > SMALL_BYTES
    ? inflate(packed)
    : inflateSmall(packed, entry.unpackedBytes);
}

async function* inflateSmall(
  packed: AsyncGenerator<Uint8Array>,
  statedBytes: number,
): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of packed) parts.push(part);
  try {
    // Node takes no limit of 0; one byte too many is found where the bytes are counted.
    yield inflateRawSync(Buffer.concat(parts), { maxOutputLength: statedBytes + 1 });
  } catch (cause) {
    throw cause instanceof RangeError ? new MoreThanStated("too much", { cause }) : cause;
  }
}

async function* inflate(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const flow = pipeline(Readable.from(packed, { objectMode: false }), inflater);
  // A fault shows in the loop below, too; here it must only not be left unhandled.
  flow.catch(() => {});
  for await (const chunk of inflater) {
    if (chunk instanceof Uint8Array) yield chunk;
  }
}
