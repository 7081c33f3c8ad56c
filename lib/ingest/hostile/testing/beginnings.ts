/** Files that are no UTF-8 JSON, made of one that is; most are told by their first bytes. */
export const BEGINNINGS: readonly {
  name: string;
  make: (text: string) => Uint8Array;
  /** What a message calls it. */
  says: string;
}[] = [
  { name: "a BOM", make: (text) => Buffer.from(`\ufeff${text}`), says: "byte order mark (BOM)" },
  {
    name: "UTF-16 LE",
    make: (text) => utf16(`\ufeff${text}`),
    says: "UTF-16 text (little endian)",
  },
  { name: "UTF-16 BE", make: (text) => utf16(`\ufeff${text}`).swap16(), says: "UTF-16 text (big" },
  { name: "UTF-16 LE without a mark", make: utf16, says: "UTF-16 text (little endian)" },
  {
    name: "UTF-16 BE without a mark",
    make: (text) => utf16(text).swap16(),
    says: "UTF-16 text (big",
  },
  {
    name: "UTF-32 LE",
    make: (text) => utf32(`\ufeff${text}`),
    says: "UTF-32 text (little endian)",
  },
  { name: "UTF-32 BE", make: (text) => utf32(`\ufeff${text}`).swap32(), says: "UTF-32 text (big" },
  { name: "UTF-32 LE without a mark", make: utf32, says: "UTF-32 text (little endian)" },
  {
    name: "UTF-32 BE without a mark",
    make: (text) => utf32(text).swap32(),
    says: "UTF-32 text (big",
  },
  { name: "gzip", make: headed(0x1f, 0x8b, 8), says: "a gzip archive; unpack it first" },
  { name: "bzip2", make: headed(0x42, 0x5a, 0x68, 0x39), says: "a bzip2 archive" },
  { name: "xz", make: headed(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0), says: "an xz archive" },
  { name: "zstd", make: headed(0x28, 0xb5, 0x2f, 0xfd), says: "a zstd archive" },
  { name: "7-Zip", make: headed(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), says: "a 7-Zip archive" },
  { name: "RAR", make: headed(0x52, 0x61, 0x72, 0x21, 0x1a, 7), says: "a RAR archive" },
  { name: "PDF", make: headed(0x25, 0x50, 0x44, 0x46, 0x2d), says: "a PDF document" },
  { name: "PNG", make: headed(0x89, 0x50, 0x4e, 0x47, 0xd, 0xa), says: "a PNG picture" },
];

function utf16(text: string): Buffer {
  return Buffer.from(text, "utf16le");
}

function utf32(text: string): Buffer {
  const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  points.forEach((point, index) => bytes.writeUInt32LE(point, index * 4));
  return bytes;
}

function headed(...head: number[]): (text: string) => Uint8Array {
  return (text) => Buffer.concat([Buffer.from(head), Buffer.from(text)]);
}
