import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAppError } from "@/lib/errors";
import { MAX_MANIFEST_BYTES } from "./form-fields";
import { receiveUpload } from "./receive-upload";
import { deleteSpool, spooledSource } from "./spool";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "aftermath-upload-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

type Part = { field?: string; path?: string; content: string };

function formOf(parts: readonly Part[], end = "--b--\r\n"): Readable {
  const chunks = parts.map(({ field = "file", path, content }) => {
    const filename = path === undefined ? "" : `; filename="${path}"`;
    return `--b\r\nContent-Disposition: form-data; name="${field}"${filename}\r\n\r\n${content}\r\n`;
  });
  return Readable.from([...chunks, end].map((text) => Buffer.from(text)));
}

function receive(body: Readable, limits?: { bytes: number; files: number }) {
  const headers = { contentType: "multipart/form-data; boundary=b", contentLength: null };
  return receiveUpload(body, headers, dataDir, limits);
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
  return "nothing was thrown";
}

const spools = () => readdir(join(dataDir, "uploads"));

describe("receiveUpload", () => {
  test("spools a folder under names of its own, and gives it back with its paths and options", async () => {
    const upload = await receive(
      formOf([
        { field: "option.polarity", content: "safe" },
        { field: "other", content: "ignored" },
        { path: "runs/b/../../../evil.json", content: "two" },
        { path: "runs/a.json", content: "one" },
        { path: "runs/.DS_Store", content: "x" },
        { path: "runs/ä 漢.json", content: "" },
      ]),
    );
    expect(upload).toMatchObject({ name: "runs", options: { polarity: "safe" }, replace: false });
    expect((await readdir(join(dataDir, "uploads", upload.spool))).toSorted()).toEqual([
      "000001",
      "000002",
      "000003",
      "index.json",
    ]);
    const source = await spooledSource(dataDir, upload.spool);
    const files: [string, number, string][] = [];
    for await (const file of source.files()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.open()) chunks.push(chunk);
      files.push([file.path, file.sizeBytes, Buffer.concat(chunks).toString()]);
    }
    expect(files).toEqual([
      ["a.json", 3, "one"],
      ["b/evil.json", 3, "two"],
      ["ä 漢.json", 0, ""],
    ]);
    expect(await readdir(dataDir)).toEqual(["uploads"]);
    await deleteSpool(dataDir, upload.spool);
    expect(await spools()).toEqual([]);
  });

  test.each([
    ["true", true],
    ["false", false],
  ])("replaces a campaign only where the form says so: %s", async (content, replace) => {
    const upload = await receive(
      formOf([
        { field: "replace", content },
        { path: "a", content: "" },
      ]),
    );
    expect(upload.replace).toBe(replace);
  });

  test("the source is kept unless the form says no, and a manifest is read", async () => {
    const file = { path: "a", content: "" };
    expect(await receive(formOf([file]))).toMatchObject({ keepSource: true, manifest: null });
    const manifest = { tools: [{ name: "send_email", role: "send" }] };
    const said = formOf([
      { field: "keepSource", content: "false" },
      { field: "manifest", content: JSON.stringify(manifest) },
      file,
    ]);
    expect(await receive(said)).toMatchObject({ keepSource: false, manifest });
  });

  test.each([
    ["{", /^The manifest cannot be taken: /],
    [
      '{"tools":[{"name":"t","role":"king"}]}',
      /^The manifest cannot be taken: \$\.tools\[0\]\.role/,
    ],
  ])("a manifest that is none is refused with a sentence: %s", async (content, sentence) => {
    const form = formOf([
      { field: "manifest", content },
      { path: "a", content: "" },
    ]);
    await expect(receive(form)).rejects.toMatchObject({ code: "invalid_input" });
    const again = formOf([
      { field: "manifest", content },
      { path: "a", content: "" },
    ]);
    await expect(receive(again)).rejects.toThrow(sentence);
    expect(await spools()).toEqual([]);
  });

  test.each([
    [-1, null],
    [0, null],
    [1, "too_large"],
  ])("a manifest of 1 MiB and %i bytes", async (more, code) => {
    const base = '{"tools":[],"extra":{"x":""}}';
    const filler = "x".repeat(MAX_MANIFEST_BYTES + more - base.length);
    const content = base.replace('""', `"${filler}"`);
    const form = formOf([
      { field: "manifest", content },
      { path: "a", content: "" },
    ]);
    if (code === null) expect((await receive(form)).manifest).toMatchObject({ tools: [] });
    else expect(await codeOf(receive(form))).toBe(code);
  });

  test("E3: an answer of more than 1,024 characters is refused and not cut", async () => {
    const form = (length: number) =>
      formOf([
        { field: "option.x", content: "y".repeat(length) },
        { path: "a", content: "" },
      ]);
    expect((await receive(form(1024))).options["x"]).toHaveLength(1024);
    expect(await codeOf(receive(form(1025)))).toBe("too_large");
  });

  test("hundreds of files, also given up in their midst, leave no listener behind", async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on("warning", note);
    try {
      const parts = Array.from({ length: 400 }, (_, n) => ({ path: `runs/${n}`, content: "abc" }));
      // In one piece, so that many files are open at once.
      const whole = async () => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of formOf(parts))
          if (chunk instanceof Uint8Array) chunks.push(chunk);
        return Readable.from([Buffer.concat(chunks)]);
      };
      await receive(await whole());
      expect(await codeOf(receive(await whole(), { bytes: 600, files: 1000 }))).toBe("too_large");
      await new Promise((resolve) => setImmediate(resolve));
      expect(warnings).toEqual([]);
      expect(await spools()).toHaveLength(1);
    } finally {
      process.off("warning", note);
    }
  });

  test("nobody else may read what was uploaded", async () => {
    const { spool } = await receive(formOf([{ path: "a", content: "secret" }]));
    expect((await stat(join(dataDir, "uploads", spool))).mode & 0o077).toBe(0);
    expect((await stat(join(dataDir, "uploads", spool, "000001"))).mode & 0o077).toBe(0);
  });

  test("E3: limits hold at their edge, and what was spooled is gone beyond it", async () => {
    const two = () =>
      formOf([
        { path: "a", content: "12345" },
        { path: "b", content: "12345" },
      ]);
    await receive(two(), { bytes: 10, files: 2 });
    expect(await codeOf(receive(two(), { bytes: 9, files: 2 }))).toBe("too_large");
    expect(await codeOf(receive(two(), { bytes: 10, files: 1 }))).toBe("too_large");
    expect(await spools()).toHaveLength(1);
  });

  test("E3: an announced size above the limit is refused before a byte is read", async () => {
    const body = new Readable({
      read() {
        throw new Error("the body was read");
      },
    });
    const headers = { contentType: "multipart/form-data; boundary=b", contentLength: 6 * 2 ** 30 };
    expect(await codeOf(receiveUpload(body, headers, dataDir))).toBe("too_large");
  });

  test("E3: more than the disk can hold is refused before a byte is read", async () => {
    const headers = { contentType: "multipart/form-data; boundary=b", contentLength: 2 ** 52 };
    const limits = { bytes: Number.MAX_SAFE_INTEGER, files: 1 };
    const body = Readable.from([]);
    expect(await codeOf(receiveUpload(body, headers, dataDir, limits))).toBe("storage");
    expect(await spools()).toEqual([]);
  });

  test.each([
    ["no file", formOf([{ field: "x", content: "y" }])],
    ["a form that breaks off", formOf([{ path: "a", content: "1" }], "")],
    ["a body that breaks off", Readable.from(broken())],
  ])("%s is invalid, and nothing stays", async (_, body) => {
    expect(await codeOf(receive(body))).toBe("invalid_input");
    expect(await spools()).toEqual([]);
  });

  test("what is no form is invalid", async () => {
    for (const contentType of [null, "text/plain", "multipart/form-data"]) {
      const promise = receiveUpload(formOf([]), { contentType, contentLength: null }, dataDir);
      expect(await codeOf(promise)).toBe("invalid_input");
    }
  });
});

async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n12');
  throw new Error("the connection was reset");
}
