import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@/lib/errors";

/** A running Postgres server as its postmaster.pid tells it. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  /** It has finished starting (and recovering) and takes connections. */
  readonly ready: boolean;
};

/** How long a shutdown may take before we cut it short; what is cut is recovered at the next start. */
const STOP_PATIENCE_MS = 60_000;

/**
 * The server that runs on this folder now. The file outlives a server that was killed, and its
 * process number may have gone to a stranger since: both are "none".
 * Lines of the file (PostgreSQL 18 documentation, "Database File Layout"): process, folder,
 * start time, port, socket folder, listen address, shared memory key, status.
 */
export async function readPostmaster(folder: string): Promise<Postmaster | null> {
  const lines = await pidFile(folder);
  const pid = Number.parseInt(lines?.[0] ?? "", 10);
  if (!Number.isInteger(pid) || !(await runs(pid, folder))) return null;
  const port = Number.parseInt(lines?.[3] ?? "", 10);
  return {
    pid,
    port: Number.isInteger(port) ? port : 0,
    ready: lines?.[7]?.trim() === "ready",
  };
}

/**
 * Removes the postmaster.pid of a server that is gone. Postgres does so itself unless the number
 * in it belongs to another process of the same user, which it takes for a live server.
 * Only for the holder of the data folder's lock.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  if ((await readPostmaster(folder)) === null) {
    await rm(join(folder, "postmaster.pid"), { force: true });
  }
}

/**
 * Stops it as its manual calls "fast": sessions are ended, everything is written, nothing is left
 * to recover. Resolves when the process is gone.
 *
 * @throws AppError database, when it is still there after being cut short
 */
export async function stopPostmaster(folder: string): Promise<void> {
  const running = await readPostmaster(folder);
  if (running === null) return;
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (!send(running.pid, signal)) return;
    const deadline = Date.now() + STOP_PATIENCE_MS;
    while (Date.now() < deadline) {
      if (!(await runs(running.pid, folder))) return;
      await wait(25);
    }
  }
  throw new AppError("database", `The database (process ${running.pid}) does not stop.`);
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // it ended in between
  }
}

async function pidFile(folder: string): Promise<string[] | null> {
  return readFile(join(folder, "postmaster.pid"), "utf8").then(
    (text) => text.split("\n"),
    () => null,
  );
}

/**
 * Is that process the Postgres of this folder, which we always name on its command line? One that
 * has ended and was not collected yet has no command line: it does not count.
 */
async function runs(pid: number, folder: string): Promise<boolean> {
  const command = await commandLine(pid);
  return /(^|\/)postgres(\0| )/.test(command) && command.includes(folder);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === "linux") {
    return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  }
  return spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" }).stdout;
}
