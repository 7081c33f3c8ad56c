import type { SourceFile } from "./importer";

/** The whole of one file, or null when it has more than `maxBytes`; no more than that is held. */
export async function readWhole(file: SourceFile, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of file.open()) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return null;
    parts.push(chunk.slice());
  }
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** SHA-256 (FIPS 180-4) as 64 lower-case hex digits, by the platform's Web Crypto. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
