import { existsSync } from "node:fs";
import type { Server } from "node:http";
import postgres from "postgres";
import type { Database } from "@/db/client";
import { seedIfEmpty } from "@/db/seed/seed-if-empty";
import { readEnv, type Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log as logger } from "@/lib/log";
import { consoleToLog } from "./console-to-log";
import { PROJECT_ROOT } from "./data-folder.mjs";
import { openDatabase } from "./database";
import { createHttpServer, listen, stopListening, type Handler } from "./http-server";
import type { InstanceLock } from "./instance-lock.mjs";
import { startNext } from "./next-app";
import { startAccounts } from "./start-accounts";
import { startImports } from "./start-imports";

type Options = {
  /** Absolute, existing, and locked by `lock`. */
  readonly dataDir: string;
  readonly lock: InstanceLock;
  readonly log: (line: string) => void;
  /** Aborted when the server has to stop. */
  readonly signal: AbortSignal;
};

/**
 * In the order in which they stop: nobody may lose what he still needs. Imports first, which go on with the
 * next start: no request waits for them.
 */
const PARTS = ["imports", "door", "next", "pages' pool", "database"] as const;

type Stops = Partial<Record<(typeof PARTS)[number], () => Promise<void>>>;

/** The pool that db/index.ts keeps there for the pages. */
const shared: typeof globalThis & { aftermathDatabase?: Database } = globalThis;

/**
 * Runs the server until `signal` is aborted and everything has stopped. What was started is
 * stopped as well when a later step fails.
 *
 * @throws AppError with one sentence for what a person can mend; the reason of `signal` when that
 *   was aborted before the server was up
 */
export async function serve(options: Options): Promise<void> {
  const { log, signal } = options;
  const stops: Stops = {};
  try {
    await start(options, stops);
    await aborted(signal);
  } finally {
    if (signal.aborted) log("Stopping …");
    await stopAll(stops);
  }
  log("Stopped.");
}

async function start({ dataDir, lock, log, signal }: Options, stops: Stops): Promise<void> {
  const env = readEnv(process.env);
  consoleToLog();
  const { waiting, open, shut } = pendingHandler();
  const server = createHttpServer(waiting, {
    ...env,
    note: logger.info,
    fault: logger.error,
    stopping: () => signal.aborted,
  });
  // The door first: a taken port is said at once, and a browser that is early waits.
  const port = await openDoor(server, env);
  stops.door = async () => {
    shut();
    await stopListening(server);
  };
  signal.throwIfAborted();

  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  void import("next").catch(() => {}); // half a second of reading, while the database starts
  const { databaseUrl, ownerUrl } = env;
  const database = await openDatabase({ databaseUrl, ownerUrl, dataDir, log });
  stops.database = database.close;
  signal.throwIfAborted();
  Object.assign(process.env, { DATABASE_URL: database.url, AFTERMATH_DATA_DIR: dataDir });
  // The pages have no use for it, and nobody finds it where it is not.
  delete process.env["DATABASE_OWNER_URL"];
  await prepareSigning(log);
  await seed(database.url, { log });
  signal.throwIfAborted();
  const address = addressOf(env.host, port);
  const aboutAccounts = await openAccounts(database.url, { env, dataDir, address });
  signal.throwIfAborted();

  log("Loading the pages …");
  // Before the door opens: what is in the uploads folder without an import is then nobody's.
  const imports = startImports(log);
  // Heard at once: one that fails while the pages load is thrown below, and nowhere else.
  const stopImports = imports.catch(() => null);
  stops.imports = async () => (await stopImports)?.();
  const next = await startNext(PROJECT_ROOT, env.host, port);
  stops.next = next.close;
  stops["pages' pool"] = async () => shared.aftermathDatabase?.close();
  signal.throwIfAborted();

  await imports;
  signal.throwIfAborted();

  open(next.handler);
  lock.note({
    what: "server",
    address,
    database: databaseUrl === null ? "embedded" : "external",
  });
  log(`Aftermath is ready: ${address}`);
  if (aboutAccounts !== null) log(aboutAccounts);
}

/** The key that checkpoints are signed by: made at the first start, and read once, lest a broken one be met later. */
async function prepareSigning(log: (line: string) => void): Promise<void> {
  const { keptFile } = await import("@/lib/ingest/kept-checkpoint");
  const { makeSigningKey, readSigner } = await import("@/lib/ingest/signing-key");
  if (await makeSigningKey(process.env))
    log("Made the key that checkpoints are signed by: keep a copy of it outside the data folder.");
  const signer = readSigner(process.env);
  const keptAt = keptFile(process.env);
  // Then there is nothing that the log has to continue: said, since somebody may have taken it away.
  if (signer !== null && keptAt !== null && !existsSync(keptAt))
    log("No checkpoint is kept yet: the log is signed as it is, and continued from there.");
}

/** The handler of requests that may come before it is there. */
function pendingHandler() {
  let open: (handler: Handler) => void = () => {};
  let shut: () => void = () => {};
  const waiting = new Promise<Handler>((resolve, reject) => {
    open = resolve;
    shut = () => reject(new Error("the server stopped before it was up"));
  });
  waiting.catch(() => {}); // whoever waits at the door is told there
  return { waiting, open, shut };
}

async function openDoor(server: Server, { port, host }: Env): Promise<number> {
  try {
    return await listen(server, port, host);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    const why = code === "EADDRINUSE" ? "another program listens there" : reasonOf(cause);
    throw new AppError(
      "unavailable",
      `Port ${port} of ${host} cannot be used (${why}): set PORT to another one.`,
      { cause },
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a server does to the database before it takes requests. */
async function seed(url: string, { log }: { log: (line: string) => void }): Promise<void> {
  const sql = postgres(url, { max: 2, connect_timeout: 10, onnotice: () => {} });
  try {
    await seedIfEmpty(sql, { log });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** @returns a line for the log: how the first account is made, or that accounts are off; null: neither */
async function openAccounts(
  url: string,
  options: { env: Env; dataDir: string; address: string },
): Promise<string | null> {
  const { createDb } = await import("@/db/client");
  const database = createDb(url, { max: 1 });
  try {
    return await startAccounts(database.db, options);
  } finally {
    await database.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** One part that fails to stop must not keep the database running. */
async function stopAll(stops: Stops): Promise<void> {
  const failures: unknown[] = [];
  for (const part of PARTS) {
    await stops[part]?.().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** As a browser takes it. */
function addressOf(host: string, port: number): string {
  const name = host.startsWith("127.") ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
