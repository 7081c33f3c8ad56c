/** Bytes as hexadecimal digits: how digests are shown, logged and handed out. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
}

/** The bytes of hexadecimal digits; empty for what is none. */
export function fromHex(text: string): Uint8Array {
  return Buffer.from(text, "hex");
}
