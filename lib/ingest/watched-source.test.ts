import { describe, expect, it } from "vitest";
import type { Source } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";
import { fingerprintSource } from "./sources/fingerprint";
import { watchedSource } from "./watched-source";

type Files = Record<string, string>;

/** A watched source that held `before` when it was fingerprinted and holds `now`. */
async function watched(before: Files, now: Files) {
  return watchedSource(
    memorySource("s", now, 2),
    await fingerprintSource(memorySource("s", before)),
  );
}

/** Reads so many chunks (of two bytes) of each file; fewer than all is leaving off. */
async function read(source: Source, chunks = Number.POSITIVE_INFINITY): Promise<string> {
  let text = "";
  for await (const file of source.files()) {
    let left = chunks;
    for await (const chunk of file.open()) {
      text += new TextDecoder().decode(chunk);
      left -= 1;
      if (left === 0) break;
    }
  }
  return text;
}

const changed = (what: string) => ({
  code: "conflict",
  message: `${what} while it was imported; nothing of it was kept. Import it again when nothing writes to it any more.`,
});

describe("watchedSource", () => {
  it("gives the same bytes, any number of times, and settles", async () => {
    const files = { a: "1234", "b/c": "", ".DS_Store": "x" };
    const source = await watched(files, { ...files, ".DS_Store": "other" });
    expect(await read(source)).toBe("1234other");
    expect(await read(source, 1)).toBe("12ot");
    await expect(source.settle()).resolves.toBeUndefined();
  });

  it("fails at the end of a file that grew, shrank or became another", async () => {
    for (const now of ["123456", "12", "4321"]) {
      const source = await watched({ a: "1234" }, { a: now });
      await expect(read(source)).rejects.toMatchObject(changed("The file a changed"));
    }
  });

  it("reads to the end what its reader left off, however it began", async () => {
    const source = await watched({ a: "1234" }, { a: "123456" });
    expect(await read(source, 1)).toBe("12");
    await expect(source.settle()).rejects.toMatchObject(changed("The file a changed"));
  });

  it("says so again when the reader took the failure for a fault of the format", async () => {
    const source = await watched({ a: "1234" }, { a: "123456" });
    await read(source).catch(() => {});
    await expect(source.settle()).rejects.toMatchObject(changed("The file a changed"));
  });

  it("fails on a file that was not there, and on one that is gone", async () => {
    const more = await watched({ a: "1" }, { a: "1", b: "2" });
    await expect(read(more)).rejects.toMatchObject(changed("The file b appeared"));
    const fewer = await watched({ a: "1", b: "2" }, { a: "1" });
    await expect(read(fewer)).rejects.toMatchObject(changed("A file was taken away or added"));
  });
});
