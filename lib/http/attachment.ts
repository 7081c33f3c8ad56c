import type { DownloadType } from "@/lib/domain/download-type";

const INERT = {
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
};

/**
 * Bytes of a record as a download that no browser opens as a page: its text is written by attackers.
 * `name` is ours (ASCII letters, digits, dots and hyphens), never a record's.
 */
export function attachment(bytes: Uint8Array, name: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(bytes.byteLength),
      ...downloadHeaders(name),
    },
  });
}

/** A text as a download; it may quote what attackers wrote. `name` as above. */
export function downloadText(
  text: string,
  download: { type: DownloadType; name: string },
): Response {
  return new Response(text, {
    headers: { "content-type": download.type, ...downloadHeaders(download.name) },
  });
}

/** What makes a download of an answer, and nothing else. `name` as above. */
export function downloadHeaders(name: string): Record<string, string> {
  return { "content-disposition": `attachment; filename="${name}"`, ...INERT };
}
