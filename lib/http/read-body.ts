import type { z } from "zod";
import { AppError } from "@/lib/errors";
import { visibleText } from "@/lib/importers/visible-text";

/**
 * A small body as one piece.
 *
 * @param most in bytes; what says that it is larger is not read at all
 * @throws AppError too_large: it has more bytes than `most`
 */
export async function readBody(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("too_large", `The body has more than ${most / 2 ** 20} MiB; send it in parts.`);
  if (Number(request.headers.get("content-length")) > most) throw tooLarge();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (request.body !== null) {
    for await (const part of bodyChunks(request.body)) {
      bytes += part.length;
      if (bytes > most) throw tooLarge();
      parts.push(part);
    }
  }
  return Buffer.concat(parts);
}

/** Largest body of JSON that only says how something is to be done, a manifest included. */
const MOST_JSON = 2 * 2 ** 20;

/**
 * A body of JSON by its schema; an empty one is an empty object.
 *
 * @throws AppError invalid_input: it is no JSON, or not of the schema, with the place; too_large
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = new TextDecoder().decode(await readBody(request, MOST_JSON));
  const parsed = schema.safeParse(text.trim() === "" ? {} : jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ["$", ...(issue?.path ?? [])].map(String).join(".");
  throw new AppError(
    "invalid_input",
    `${visibleText(path, 120)}: ${visibleText(issue?.message ?? "it is wrong", 200)}.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", "The body is not JSON.", { cause });
  }
}

/** For so long a body may send nothing while somebody waits for it (security.md E11). */
const IDLE_MS = 30_000;

/**
 * A body as it comes, read when the next piece is asked for; who stops reading gives the rest up.
 *
 * @throws AppError stalled: nothing came for `idleMs`
 */
export async function* bodyChunks(
  body: ReadableStream<Uint8Array>,
  idleMs = IDLE_MS,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), idleMs);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

async function inTime<Result>(work: Promise<Result>, idleMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `Nothing more of the body came for ${idleMs / 1000} s.`;
    timer = setTimeout(() => reject(new AppError("stalled", message)), idleMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
