import { Decompress } from "fzstd";
import { MAX_ZSTD_WINDOW_BYTES } from "./zip-limits";

/** What stops a zstd stream; the message is ready to follow an entry's name in a sentence. */
export class ZstdFault extends Error {}

const FRAME_MAGIC = 0xfd2fb528;
/** 0x184D2A50 to 0x184D2A5F (RFC 8878, 3.1.2). */
const SKIPPABLE_MAGIC = 0x184d2a5;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
const MAX_BLOCK_BYTES = 128 * 1024;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

/**
 * Decodes a stream of any number of zstd frames (RFC 8878). The frames are taken apart here and handed to
 * the decoder block by block: so at most 128 KiB come out at a time whatever the input says, and a window
 * is looked at before memory is taken for it.
 *
 * @throws ZstdFault: it is no zstd, is cut, or asks for more than MAX_ZSTD_WINDOW_BYTES of memory
 */
export async function* decodeZstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new ByteQueue(chunks);
  for (;;) {
    const start = await input.upTo(4);
    if (start.length === 0) return;
    const magic = start.length === 4 ? little(start) : 0;
    if (Math.floor(magic / 16) === SKIPPABLE_MAGIC) {
      await input.passOver(little(await input.exactly(4)));
    } else if (magic === FRAME_MAGIC) yield* decodeFrame(input, start);
    else throw new ZstdFault("is packed by zstd and damaged");
  }
}

async function* decodeFrame(input: ByteQueue, magic: Uint8Array): AsyncGenerator<Uint8Array> {
  const descriptor = await input.exactly(1);
  const flags = descriptor[0] ?? 0;
  const isSingleSegment = (flags & 0x20) !== 0;
  const hasChecksum = (flags & 0x04) !== 0;
  const sizeCode = flags >> 6;
  const sizeBytes = sizeCode === 0 ? Number(isSingleSegment) : 1 << sizeCode;
  const rest = await input.exactly(
    Number(!isSingleSegment) + ([0, 1, 2, 4][flags & 3] ?? 0) + sizeBytes,
  );
  if ((flags & 3) !== 0) throw new ZstdFault("is packed with a zstd dictionary, which it lacks");
  const windowBytes = isSingleSegment
    ? little(rest) + (sizeCode === 1 ? 256 : 0)
    : windowOf(rest[0] ?? 0);
  if (windowBytes > MAX_ZSTD_WINDOW_BYTES) {
    const mib = MAX_ZSTD_WINDOW_BYTES / 2 ** 20;
    throw new ZstdFault(`needs more than ${mib} MiB of memory to unpack, the limit`);
  }

  let out: Uint8Array[] = [];
  const decoder = new Decompress((block) => out.push(block));
  let piece = joined([magic, descriptor, rest]);
  for (;;) {
    const header = await input.exactly(BLOCK_HEADER_BYTES);
    const word = little(header);
    const isLast = (word & 1) === 1;
    const type = (word >> 1) & 3;
    const size = word >> 3;
    if (type === RESERVED_BLOCK || size > MAX_BLOCK_BYTES)
      throw new ZstdFault("is packed by zstd and damaged");
    const body = await input.exactly(type === RLE_BLOCK ? 1 : size);
    const tail = await input.exactly(isLast && hasChecksum ? CHECKSUM_BYTES : 0);
    piece = joined([piece, header, body, tail]);
    try {
      decoder.push(piece, isLast);
    } catch {
      throw new ZstdFault("is packed by zstd and damaged");
    }
    yield* out;
    if (isLast) return;
    out = [];
    piece = new Uint8Array();
  }
}

/** RFC 8878, 3.1.1.1.2. */
function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function little(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Takes a stream of chunks apart into pieces of asked lengths. */
class ByteQueue {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next `length` bytes, or fewer where the stream ends. */
  async upTo(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0 && (await this.fill())) {
      const part = this.rest.subarray(0, missing);
      this.rest = this.rest.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    return joined(parts);
  }

  async exactly(length: number): Promise<Uint8Array> {
    const bytes = await this.upTo(length);
    if (bytes.length < length) throw new ZstdFault("is packed by zstd and cut short");
    return bytes;
  }

  async passOver(length: number): Promise<void> {
    let missing = length;
    while (missing > 0) {
      if (!(await this.fill())) throw new ZstdFault("is packed by zstd and cut short");
      const part = Math.min(missing, this.rest.length);
      this.rest = this.rest.subarray(part);
      missing -= part;
    }
  }

  private async fill(): Promise<boolean> {
    while (this.rest.length === 0) {
      const next = await this.chunks.next();
      if (next.done === true) return false;
      this.rest = next.value;
    }
    return true;
  }
}
