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
type Waiting = { resolve: (answer: Answer) => void; reject: (error: AppError) => void };
/** `left`: the process had gone, idle, before it heard the question. */
type Answer = { left: true } | { left: false; value: unknown };
type Running = { child: ChildProcess; waiting: Map<number, Waiting>; isGone: boolean };

/** So often is a process started anew for one question. */
const MAX_STARTS = 3;

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
  let running: Running | null = null;
  return {
    async ask(request, patience) {
      for (let starts = 0; starts < MAX_STARTS; starts += 1) {
        if (running === null || running.isGone) running = start(path);
        const answer = await askOnce(running, request, patience);
        if (!answer.left) return answer.value;
        // What it was reading has gone with it; nothing else was lost.
        if (request.op === "next") throw invalid("Its reading process ended half-way.");
        if (request.op === "close") return null;
      }
      throw invalid("Its reading process does not stay.");
    },
  };
}

function start(path: string): Running {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${MAX_HEAP_MIB}`, scriptPath(), path],
    {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      env: { NODE_ENV: "production" },
    },
  );
  const running: Running = { child, waiting: new Map(), isGone: false };
  child.on("message", (message) => {
    const answer = answerSchema.safeParse(message);
    if (!answer.success) return;
    const { id, ok, value } = answer.data;
    const asked = running.waiting.get(id);
    running.waiting.delete(id);
    if (ok) asked?.resolve({ left: false, value });
    else asked?.reject(unreadable(String(value)));
  });
  child.on("error", (cause) => {
    running.isGone = true;
    const sentence = "No process for reading the database can be started or asked.";
    failAll(running, new AppError("unavailable", sentence, { cause }));
  });
  child.on("exit", (code, signal) => {
    running.isGone = true;
    if (code === 0) for (const { resolve } of running.waiting.values()) resolve({ left: true });
    const how = signal ?? `code ${String(code)}`;
    const sentence = `Its reading process ended (${how}); the file may need more memory than allowed.`;
    failAll(running, invalid(sentence));
  });
  return running;
}

let lastId = 0;

async function askOnce(running: Running, request: Request, patience: Patience): Promise<Answer> {
  const { child, waiting } = running;
  lastId += 1;
  const id = lastId;
  const since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  // Only a question that waits keeps this process alive, not the other process as such.
  hold(child, true);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      timer = setTimeout(() => {
        child.kill("SIGKILL");
        const sentence = "SQLite did not get through it in the time allowed, and was stopped.";
        failAll(running, invalid(sentence));
      }, patience.leftMs);
      child.send({ id, cursor: 0, table: "", ...request }, (error) => {
        if (!error) return;
        running.isGone = true;
        resolve({ left: true });
      });
    });
  } finally {
    clearTimeout(timer);
    waiting.delete(id);
    patience.leftMs = Math.max(0, patience.leftMs - (performance.now() - since));
    if (waiting.size === 0) hold(child, false);
  }
}

/** A promise that was settled already is not changed by this. */
function failAll({ waiting }: Running, error: AppError): void {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
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
