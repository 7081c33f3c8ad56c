import { z } from "zod";

export type Answer = { ok: true; id: string } | { ok: false; message: string };

const accepted = z.object({ id: z.string() });
const problem = z.object({ detail: z.string().optional(), title: z.string().optional() });

/** Posts JSON to an address of an import; never rejects. */
export async function askServer(address: string, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(address, {
      method: "POST",
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    return readAnswer(response.status, await response.text());
  } catch {
    return { ok: false, message: "The server cannot be reached; nothing was changed." };
  }
}

/** The server's answer in one sentence, whatever it is. */
export function readAnswer(status: number, body: string): Answer {
  const json = parseJson(body);
  const done = accepted.safeParse(json);
  if (status >= 200 && status < 300 && done.success) return { ok: true, id: done.data.id };
  const said = problem.safeParse(json);
  const words = said.success ? (said.data.detail ?? said.data.title) : undefined;
  return { ok: false, message: words ?? `The server refused it (status ${status}).` };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
