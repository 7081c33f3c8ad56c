import type { SourceFile } from "@/lib/importers/importer";

/** A form of RFC 7578 that is sent while it is read. */
export type Form = { contentType: string; chunks: AsyncIterable<Uint8Array> };

/**
 * The same fields and files make the same bytes, so that a request that is sent again with its
 * Idempotency-Key is the same request: that is why the boundary is given and not drawn.
 *
 * In: `boundary` of letters and digits, improbable in any file; the files' paths become filenames.
 */
export function multipart(
  boundary: string,
  fields: readonly (readonly [name: string, value: string])[],
  files: AsyncIterable<SourceFile>,
): Form {
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    chunks: (async function* () {
      const encoder = new TextEncoder();
      for (const [name, value] of fields)
        yield encoder.encode(`${head(boundary, `name="${quoted(name)}"`)}\r\n${value}\r\n`);
      for await (const file of files) {
        const names = `name="file"; filename="${quoted(file.path)}"`;
        const type = "Content-Type: application/octet-stream\r\n";
        yield encoder.encode(`${head(boundary, names)}${type}\r\n`);
        yield* file.open();
        yield encoder.encode("\r\n");
      }
      yield encoder.encode(`--${boundary}--\r\n`);
    })(),
  };
}

function head(boundary: string, names: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; ${names}\r\n`;
}

/** As browsers write names (WHATWG HTML, multipart/form-data encoding algorithm). */
function quoted(text: string): string {
  return text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
