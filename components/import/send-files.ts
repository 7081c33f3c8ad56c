import { readAnswer, type Answer } from "./ask-server";
import type { ChosenFile } from "./dropped-files";

export type SentBytes = { sent: number; total: number };

/**
 * Sends files as one import, each under its path. `onProgress` gets the bytes sent of the whole form; fetch
 * has no progress of uploads, so this is an XMLHttpRequest. Never rejects; `signal` ends it.
 */
export function sendFiles(
  address: string,
  files: readonly ChosenFile[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: SentBytes) => void },
): Promise<Answer> {
  const form = new FormData();
  for (const { path, file } of files) form.append("file", file, path);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const refuse = (message: string) => resolve({ ok: false, message });
    request.open("POST", address);
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress({ sent: loaded, total });
    });
    request.addEventListener("load", () =>
      resolve(readAnswer(request.status, request.responseText)),
    );
    request.addEventListener("error", () =>
      refuse("The connection to the server broke; nothing was imported."),
    );
    request.addEventListener("abort", () => refuse("Stopped; nothing was imported."));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
