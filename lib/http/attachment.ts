/**
 * Bytes of a record as a download that no browser opens as a page: its text is written by attackers.
 * `name` is ours (ASCII letters, digits, dots and hyphens), never a record's.
 */
export function attachment(bytes: Uint8Array, name: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="${name}"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}
