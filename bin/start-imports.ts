import { fork, type ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { onWake } from "@/lib/ingest/import-runner";
import { AppError } from "@/lib/errors";
import { PROJECT_ROOT } from "./data-folder.mjs";
import type { Again, FromImports, ToImports } from "./import-process";

/** One that ends by itself is begun again after so long, however often: what it died of was counted. */
const AGAIN_MS = 1000;

/**
 * Begins the process that reads uploads (import-process.ts), on the database and the data folder that the
 * environment names, and begins it again when it dies.
 *
 * @returns what stops it: imports that run are given back, for the next start to go on with
 * @throws AppError unavailable: it ended before it was ready, which it has said why on stderr
 */
export async function startImports(log: (line: string) => void): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let child = begin();
  const send = (message: ToImports) => {
    // One that dies at this moment hears nothing; the next looks for work by itself.
    if (child.connected) child.send(message, () => {});
  };
  const unsubscribe = onWake(() => send("wake"));
  if (!(await isReady(child))) {
    unsubscribe();
    throw new AppError("unavailable", "The process that reads uploads ended before it was ready.");
  }
  const watching = (async () => {
    for (;;) {
      await ended(child);
      if (stopping.signal.aborted) return;
      log(`The process that reads uploads ended (${reasonOf(child)}) and is begun again.`);
      await wait(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      child = begin("again");
    }
  })();
  return async () => {
    stopping.abort();
    unsubscribe();
    send("stop");
    await watching;
  };
}

function begin(...words: Again[]): ChildProcess {
  const child = fork("bin/import-process.ts", words, {
    cwd: PROJECT_ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // Pages first: an import may take a little longer. Where that cannot be set, it need not be.
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
  return child;
}

/** The first thing that it says is that it is ready; one that ends says nothing. */
async function isReady(child: ChildProcess): Promise<boolean> {
  const isSaid = new Promise<boolean>((resolve) => {
    child.once("message", (message: FromImports) => resolve(message === "ready"));
  });
  return Promise.race([isSaid, ended(child).then(() => false)]);
}

/** Fulfilled when it has ended, or when the system could not begin it, which Node tells as an error. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once("exit", () => resolve());
    child.on("error", () => {
      if (child.pid === undefined) resolve();
    });
  });
}

function reasonOf({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`;
}
