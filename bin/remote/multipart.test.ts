import { Readable } from "node:stream";
import busboy from "busboy";
import { expect, it } from "vitest";
import type { SourceFile } from "@/lib/importers/importer";
import { multipart } from "./multipart";

function file(path: string, text: string): SourceFile {
  const bytes = new TextEncoder().encode(text);
  return {
    path,
    sizeBytes: bytes.length,
    async *open() {
      yield bytes.subarray(0, 2);
      yield bytes.subarray(2);
    },
  };
}

async function* these(...files: SourceFile[]) {
  yield* files;
}

const form = () =>
  multipart(
    "aftermath0",
    [
      ["option.arms", "ä=1"],
      ["replace", "true"],
    ],
    these(file("runs/a.json", "{}\r\n--x"), file('b "ü".json', "")),
  );

it("is read by a server as it was meant", async () => {
  const seen: string[][] = [];
  const { contentType, chunks } = form();
  const parser = busboy({
    headers: { "content-type": contentType },
    preservePath: true,
    defParamCharset: "utf8",
  });
  parser.on("field", (name, value) => seen.push([name, value]));
  parser.on("file", (name, stream, info) => {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () =>
      seen.push([name, info.filename ?? "none", Buffer.concat(parts).toString()]),
    );
  });
  await new Promise<void>((resolve, reject) => {
    parser.on("close", resolve).on("error", reject);
    Readable.from(chunks).pipe(parser);
  });
  expect(seen).toEqual([
    ["option.arms", "ä=1"],
    ["replace", "true"],
    ["file", "runs/a.json", "{}\r\n--x"],
    ["file", "b %22ü%22.json", ""],
  ]);
});

it("is the same bytes whenever it is made", async () => {
  const once = await bytesOf(form().chunks);
  expect(await bytesOf(form().chunks)).toEqual(once);
});

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
