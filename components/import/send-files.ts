import { z } from "zod";
import type { ChosenFile } from "./dropped-files";

export type Sent = { ok: true; importId: string } | { ok: false; message: string };

const accepted = z.object({ id: z.string() });
const problem = z.object({ detail: z.string().optional(), title: z.string().optional() });

/**
 * Sends files as one import: first the answers to a format's questions as `option.<id>` fields and
 * whether it may replace a campaign, then each file under its path. `onProgress` gets the share sent; fetch has no progress of uploads, so this is an
 * XMLHttpRequest.
 */
export function sendFiles(
  address: string,
  upload: {
    files: readonly ChosenFile[];
    options: Readonly<Record<string, string>>;
    replace: boolean;
  },
  onProgress: (share: number) => void,
): Promise<Sent> {
  const form = new FormData();
  for (const [id, value] of Object.entries(upload.options)) form.append(`option.${id}`, value);
  if (upload.replace) form.append("replace", "true");
  for (const { path, file } of upload.files) form.append("file", file, path);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => resolve(read(request.status, request.responseText)));
    request.addEventListener("error", () =>
      resolve({ ok: false, message: "The connection to the server broke; nothing was imported." }),
    );
    request.send(form);
  });
}

/** The server's answer in one sentence, whatever it is. */
export function read(status: number, body: string): Sent {
  const json = parseJson(body);
  const done = accepted.safeParse(json);
  if (status >= 200 && status < 300 && done.success) return { ok: true, importId: done.data.id };
  const said = problem.safeParse(json);
  const words = said.success ? (said.data.detail ?? said.data.title) : undefined;
  return { ok: false, message: words ?? `The server refused the upload (status ${status}).` };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
