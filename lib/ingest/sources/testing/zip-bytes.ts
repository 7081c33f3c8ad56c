import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a made archive. Whatever is given overrides what would be true. */
export type MadeEntry = {
  name: string | Uint8Array;
  data?: string | Uint8Array;
  method?: number;
  /** The packed bytes, where `data` packed by `method` is not what shall stand there. */
  packed?: Uint8Array;
  flags?: number;
  attributes?: number;
  crc?: number;
  packedBytes?: number;
  unpackedBytes?: number;
  headerAt?: number;
  extra?: Uint8Array;
  localName?: string;
  localMethod?: number;
  /** False: the content stands nowhere, the central directory names it all the same. */
  hasContent?: boolean;
};

export type MadeEnd = { entries?: number; disk?: number; comment?: string; directoryAt?: number };

/** A zip archive written by hand (APPNOTE 4.3), so that each field can lie by itself. */
export function zipBytes(entries: readonly MadeEntry[], end: MadeEnd = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data ?? "");
    const method = entry.method ?? 8;
    const packed = Buffer.from(entry.packed ?? (method === 8 ? deflateRawSync(data) : data));
    const crc = entry.crc ?? crc32(data);
    const packedBytes = entry.packedBytes ?? packed.length;
    const unpackedBytes = entry.unpackedBytes ?? data.length;
    const extra = Buffer.from(entry.extra ?? "");

    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(entry.flags ?? 0x800, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(packedBytes, 20);
    central.writeUInt32LE(unpackedBytes, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(entry.attributes ?? 0o100644 * 0x10000, 38);
    central.writeUInt32LE(entry.headerAt ?? at, 42);
    directory.push(central, name, extra);

    if (entry.hasContent === false) continue;
    const localName = Buffer.from(entry.localName ?? name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(entry.flags ?? 0x800, 6);
    local.writeUInt16LE(entry.localMethod ?? method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt16LE(localName.length, 26);
    parts.push(local, localName, packed);
    at += local.length + localName.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const comment = Buffer.from(end.comment ?? "");
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(end.disk ?? 0, 4);
  tail.writeUInt16LE(Math.min(end.entries ?? entries.length, 0xffff), 8);
  tail.writeUInt16LE(Math.min(end.entries ?? entries.length, 0xffff), 10);
  tail.writeUInt32LE(list.length, 12);
  tail.writeUInt32LE(end.directoryAt ?? at, 16);
  tail.writeUInt16LE(comment.length, 20);
  const count = end.entries ?? entries.length;
  const zip64 = count >= 0xffff ? zip64End(count, list.length, at) : Buffer.alloc(0);
  return Buffer.concat([...parts, list, zip64, tail, comment]);
}

function zip64End(entries: number, listBytes: number, listAt: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(listBytes), 40);
  record.writeBigUInt64LE(BigInt(listAt), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(listAt + listBytes), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** Sizes beyond 32 bits, for entries that state 0xffffffff twice (APPNOTE 4.5.3). */
export function zip64Extra(unpacked: bigint, packed: bigint): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(unpacked, 4);
  extra.writeBigUInt64LE(packed, 12);
  return extra;
}

/** Info-ZIP's second name of an entry, which readers take instead of the first. */
export function unicodePathExtra(name: string, unicodeName: string): Buffer {
  const path = Buffer.from(unicodeName);
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x7075, 0);
  extra.writeUInt16LE(5 + path.length, 2);
  extra.writeUInt8(1, 4);
  extra.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([extra, path]);
}

/** A zstd frame of blocks that each repeat one byte `size` times, without a content size. */
export function zstdRuns(sizes: readonly number[], byte = 0x20, windowDescriptor = 0x38): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, windowDescriptor]);
  const blocks = sizes.map((size, i) => {
    const block = Buffer.alloc(4);
    block.writeUIntLE((size << 3) | (1 << 1) | Number(i === sizes.length - 1), 0, 3);
    block.writeUInt8(byte, 3);
    return block;
  });
  return Buffer.concat([head, ...blocks]);
}
