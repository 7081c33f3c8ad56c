import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { AppError } from "@/lib/errors";

/** V8's heap in the process that reads a database; SQLite's own heap is limited in there. */
const MAX_HEAP_MIB = 512;
const SCRIPT = "sqlite-child.mjs";

const answerSchema = z.object({ id: z.number(), ok: z.boolean(), value: z.unknown() });

type Request = { op: "inspect" | "open" | "next" | "close"; cursor?: number; table?: string };
type Waiting = { resolve: (value: unknown) => void; reject: (error: AppError) => void };

/** How long a reader may still wait for SQLite, in milliseconds; grows smaller with each answer. */
export type Patience = { leftMs: number };

export type SqliteProcess = {
  /**
   * One question, one answer: nothing is read ahead of whoever asks.
   *
   * @throws AppError invalid_input: the file is damaged or no database, it took longer than `patience`
   *   (the process is then killed), or its process died
   */
  ask(request: Request, patience: Patience): Promise<unknown>;
};

/**
 * The process that reads the database at `path`, started when it is first asked and again when it has
 * left. It ends by itself when it is idle, and with this process. It gets no environment: nothing in it
 * could give away a password.
 */
export function createSqliteProcess(path: string): SqliteProcess {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let lastId = 0;

  const fail = (error: AppError) => {
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(error);
  };
  const start = (): ChildProcess => {
    const started = spawn(
      process.execPath,
      [`--max-old-space-size=${MAX_HEAP_MIB}`, scriptPath(), path],
      {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
        env: { NODE_ENV: "production" },
      },
    );
    started.on("message", (message) => {
      const { id, ok, value } = answerSchema.parse(message);
      const asked = waiting.get(id);
      waiting.delete(id);
      if (ok) asked?.resolve(value);
      else asked?.reject(unreadable(String(value)));
    });
    started.on("error", (cause) => {
      fail(
        new AppError("unavailable", "No process for reading the database can start.", { cause }),
      );
    });
    started.on("exit", (code, signal) => {
      if (child === started) child = null;
      const how = signal ?? `code ${String(code)}`;
      fail(
        invalid(`Its reading process ended (${how}); the file may need more memory than allowed.`),
      );
    });
    return started;
  };

  return {
    async ask(request, patience) {
      child ??= start();
      const asked = child;
      lastId += 1;
      const id = lastId;
      const since = performance.now();
      let timer: NodeJS.Timeout | undefined;
      // Only a question that waits keeps this process alive, not the other process as such.
      hold(asked, true);
      try {
        return await new Promise<unknown>((resolve, reject) => {
          waiting.set(id, { resolve, reject });
          timer = setTimeout(() => {
            asked.kill("SIGKILL");
            fail(invalid("SQLite did not get through it in the time allowed, and was stopped."));
          }, patience.leftMs);
          asked.send({ id, cursor: 0, table: "", ...request }, (error) => {
            if (error) fail(invalid("Its reading process could not be asked."));
          });
        });
      } finally {
        clearTimeout(timer);
        patience.leftMs = Math.max(0, patience.leftMs - (performance.now() - since));
        if (waiting.size === 0) hold(asked, false);
      }
    },
  };
}

function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref();
  else child.unref();
  const channel: { ref?: () => void; unref?: () => void } = child.channel ?? {};
  if (isHeld) channel.ref?.();
  else channel.unref?.();
}

/** Beside this file, except within the bundle of the pages, whose working directory is the project. */
function scriptPath(): string {
  const beside = join(dirname(fileURLToPath(import.meta.url)), SCRIPT);
  return existsSync(beside) ? beside : join(process.cwd(), "lib/ingest/sources", SCRIPT);
}

function invalid(sentence: string): AppError {
  return new AppError("invalid_input", `The SQLite database cannot be read. ${sentence}`);
}

/** What SQLite says of a file, in a sentence; its own words name pages and tables, no contents. */
function unreadable(said: string): AppError {
  if (/not a database/i.test(said)) return invalid("It is not a database, or an encrypted one.");
  if (/no longer open/.test(said)) return invalid("Its reading process ended half-way.");
  if (/^E[A-Z]+:/.test(said)) return invalid("It cannot be opened.");
  if (/out of memory/i.test(said)) return invalid("It needs more memory than is allowed for it.");
  if (/allowed$|more than \d+ tables/.test(said))
    return invalid(`It is over a limit: ${cleaned(said)}.`);
  const words = cleaned(said);
  return invalid(`It is damaged or was cut, or its schema is not one of SQLite's own: ${words}.`);
}

function cleaned(said: string): string {
  return said.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, " ").slice(0, 300);
}
