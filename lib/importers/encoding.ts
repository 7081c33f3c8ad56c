/** Beginnings that are no UTF-8 text, or carry a mark that JSON does not allow (RFC 8259, 8.1). */
const FOREIGN_BEGINNINGS: readonly { bytes: readonly number[]; name: string }[] = [
  { bytes: [0x1f, 0x8b], name: "a gzip archive; unpack it first" },
  { bytes: [0x50, 0x4b, 0x03, 0x04], name: "a zip archive; unpack it first" },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: "a zstd archive; unpack it first" },
  { bytes: [0x42, 0x5a, 0x68], name: "a bzip2 archive; unpack it first" },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: "an xz archive; unpack it first" },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], name: "a 7-Zip archive; unpack it first" },
  { bytes: [0x52, 0x61, 0x72, 0x21], name: "a RAR archive; unpack it first" },
  { bytes: [0x25, 0x50, 0x44, 0x46], name: "a PDF document" },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: "a PNG picture" },
  { bytes: [...new TextEncoder().encode("SQLite format 3\0")], name: "a SQLite database" },
  { bytes: [0xef, 0xbb, 0xbf], name: "a UTF-8 byte order mark (BOM); save the file without it" },
  // Before UTF-16, whose mark is the first half of this one.
  { bytes: [0xff, 0xfe, 0, 0], name: "UTF-32 text (little endian); save the file as UTF-8" },
  { bytes: [0, 0, 0xfe, 0xff], name: "UTF-32 text (big endian); save the file as UTF-8" },
  { bytes: [0x7b, 0, 0, 0], name: "UTF-32 text (little endian); save the file as UTF-8" },
  { bytes: [0, 0, 0, 0x7b], name: "UTF-32 text (big endian); save the file as UTF-8" },
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
