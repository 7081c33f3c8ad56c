import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { apart, type Account } from "@/db/cluster/account";
import { isDiskFull } from "@/db/cluster/disk-full";
import { readPostmaster, removeStalePidFile } from "@/db/cluster/postmaster";
import { keepOwner } from "@/db/cluster/record";
import { AppError } from "@/lib/errors";

export type Launch = {
  readonly postgres: string;
  readonly folder: string;
  readonly dataDir: string;
  readonly port: number;
  readonly account: Account;
  readonly log: (line: string) => void;
};

/** For a small machine: two cores, a gigabyte to spare, one application. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "50",
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  work_mem: "16MB",
  maintenance_work_mem: "64MB",
  max_parallel_workers_per_gather: "1",
  huge_pages: "off",
  jit: "off",
  random_page_cost: "1.1",
  // One server without standbys: bulk loads into new tables need not be logged twice.
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  logging_collector: "off",
  // Statements hold what was imported: attack texts, and perhaps secrets.
  log_min_error_statement: "panic",
};

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const POLL_MS = 20;
const SAY_SO_AFTER_MS = 3_000;

/**
 * Starts Postgres and waits until it takes connections; after a crash that includes its recovery,
 * which takes as long as it takes.
 *
 * @returns "port-taken" when somebody was faster on that port
 * @throws AppError database or storage, with what its log says
 */
export async function launch(options: Launch): Promise<"ready" | "port-taken"> {
  await removeStalePidFile(options.folder);
  const logPath = join(options.dataDir, "postgres.log");
  rotate(logPath);
  const logFile = openSync(logPath, "a", 0o600);
  await keepOwner(logPath, options.dataDir);
  const from = fstatSync(logFile).size;
  const child = spawnDetached(options, logFile);
  closeSync(logFile);
  const state = watch(child);
  const began = Date.now();
  let said = false;
  while (!state.ended) {
    const running = await readPostmaster(options.folder);
    if (running?.pid === child.pid && running?.ready === true) return "ready";
    if (!said && Date.now() - began > SAY_SO_AFTER_MS) {
      options.log("The database recovers from an unclean stop: waiting for it …");
      said = true;
    }
    await wait(POLL_MS);
  }
  return whyEnded(readFileSync(logPath).subarray(from).toString("utf8"), logPath, state.error);
}

function spawnDetached({ postgres, folder, port, account }: Launch, log: number): ChildProcess {
  const flags = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const child = spawn(postgres, ["-D", folder, ...flags], {
    ...apart(account),
    stdio: ["ignore", log, log],
  });
  child.unref();
  return child;
}

function watch(child: ChildProcess): { ended: boolean; error: Error | null } {
  const state: { ended: boolean; error: Error | null } = { ended: false, error: null };
  child.once("exit", () => (state.ended = true));
  child.once("error", (error) => {
    state.error = error;
    state.ended = true;
  });
  return state;
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
}

function whyEnded(log: string, path: string, error: Error | null): "port-taken" {
  if (error !== null) {
    throw new AppError("database", `Postgres cannot be run (${error.message}).`, { cause: error });
  }
  if (/Address already in use|could not create any TCP\/IP sockets/.test(log)) return "port-taken";
  if (isDiskFull(log, dirname(path))) {
    throw new AppError("storage", "The disk is full: the database cannot start.");
  }
  const fatal = log.split("\n").findLast((line) => /FATAL|PANIC/.test(line));
  const why = fatal?.replace(/^.*?(?:FATAL|PANIC):\s+/, "") ?? "it gave no reason";
  throw new AppError("database", `The database does not start (${why}); its log is ${path}.`);
}
