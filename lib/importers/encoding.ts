/** Beginnings that are no UTF-8 text, or carry a mark that JSON does not allow (RFC 8259, 8.1). */
const FOREIGN_BEGINNINGS: readonly { bytes: readonly number[]; name: string }[] = [
  { bytes: [0x1f, 0x8b], name: "a gzip archive; unpack it first" },
  { bytes: [0x50, 0x4b, 0x03, 0x04], name: "a zip archive; unpack it first" },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: "a zstd archive; unpack it first" },
  { bytes: [0xef, 0xbb, 0xbf], name: "a UTF-8 byte order mark (BOM); save the file without it" },
  { bytes: [0xff, 0xfe], name: "UTF-16 text (little endian); save the file as UTF-8" },
  { bytes: [0xfe, 0xff], name: "UTF-16 text (big endian); save the file as UTF-8" },
  { bytes: [0x7b, 0x00], name: "UTF-16 text (little endian); save the file as UTF-8" },
  { bytes: [0x00, 0x7b], name: "UTF-16 text (big endian); save the file as UTF-8" },
];

/** What the bytes begin with when that is known not to be plain UTF-8 JSON, else null. */
export function foreignBeginning(head: Uint8Array): string | null {
  const found = FOREIGN_BEGINNINGS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  return found?.name ?? null;
}

export type Decoded = { ok: true; text: string } | { ok: false; byte: number };

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes as text; when they are not UTF-8, `byte` is the offset at which they stop being it. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { ok: true, text: strict.decode(bytes) };
  } catch {
    return { ok: false, byte: firstForeignByte(bytes) };
  }
}

/** Bisection over prefixes: one that is cut within a character still decodes as a stream. */
function firstForeignByte(bytes: Uint8Array): number {
  let decodes = 0;
  let fails = bytes.length + 1;
  while (fails - decodes > 1) {
    const middle = (decodes + fails) >>> 1;
    if (decodesAsStream(bytes.subarray(0, middle))) decodes = middle;
    else fails = middle;
  }
  return Math.min(decodes, bytes.length);
}

function decodesAsStream(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
