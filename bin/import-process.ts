// The process beside the server that reads uploads (start-imports.ts begins it): an import is minutes of
// work, which no page waits for, and a file that brings a process down brings down this one alone. What
// happens to campaigns by age is done here, too, for the same reason.
import { setTimeout as wait } from "node:timers/promises";
import { createDb, type Database } from "@/db/client";
import { isConnectionLoss } from "@/lib/ingest/database-fault";
import { wake } from "@/lib/ingest/import-runner";
import { startImportRunner } from "@/lib/ingest/import-jobs";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { readEnv } from "@/lib/env";
import { log as logger } from "@/lib/log";
import { logForm, logLine } from "@/lib/log/form.mjs";
import { consoleToLog } from "./console-to-log";
import { reportFault } from "./fault.mjs";
import { startRetention } from "./retention-schedule";

/** Two imports, what each notes of its progress, and two for leases and looks (security.md E11). */
const POOL = { max: 6 };
/** One for what is being done, and one for what is looked at meanwhile. */
const RETENTION_POOL = { max: 2 };
/** How long what runs may take when the server stops. */
const STOP_MS = 5000;
/** How often a database that is away is asked for. */
const AGAIN_MS = 500;
/** What is stopped while the database is away may never hear of it. */
const PATIENCE_MS = 10_000;

/** Its argument when one before it died: the server is up, and receives uploads. */
export type Again = "again";

/** What the server says to it. Gone without a word, the server was killed. */
export type ToImports = "wake" | "stop";
/** What it says to the server: once, when uploads may be received. */
export type FromImports = "ready";

// A Ctrl-C reaches both processes; the server says when this one may go.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => {});
for (const name of ["unhandledRejection", "uncaughtException"])
  process.on(name, (error) => {
    // The driver also says where nobody can hear it that a connection broke; the runner finds out itself.
    if (isConnectionLoss(error)) return;
    reportFault(error);
    process.exit(1);
  });

const told = new Promise<void>((resolve) => {
  process.on("message", (message: ToImports) => {
    if (message === "wake") wake();
    else resolve();
  });
  process.once("disconnect", resolve);
});

/** @returns null when the server said stop first */
function unlessTold<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([told.then(() => null), work]);
}

consoleToLog();
const { databaseUrl, dataDir } = readEnv(process.env);
if (databaseUrl === null) throw new Error("the server says which database it uses");
const form = logForm(process.env);
const log = (line: string) => process.stdout.write(`${logLine(form, line)}\n`);

/** A pool of its own on a database that answers; waits for that, and says once what it waits for. */
async function answering(url: string): Promise<Database> {
  for (let isSaid = false; ; isSaid = true) {
    const database = createDb(url, POOL);
    try {
      await database.sql`select 1`;
      await publishCheckpoint(database.sql); // of what was sealed just before
      return database;
    } catch (error) {
      if (!isSaid) logger.error("uploads wait until the database answers", error);
      await database.close().catch(() => {});
      await wait(AGAIN_MS);
    }
  }
}

const retentionPool = createDb(databaseUrl, RETENTION_POOL);
let retention: ReturnType<typeof startRetention> | null = null;
/** The server is up and may be receiving uploads. */
let isUp = process.argv[2] === ("again" satisfies Again);
let database = isUp ? await unlessTold(answering(databaseUrl)) : createDb(databaseUrl, POOL);
if (!isUp && database !== null) await publishCheckpoint(database.sql); // of what was sealed without the key
while (database !== null) {
  let onLost = () => {};
  const lost = new Promise<"lost">((resolve) => (onLost = () => resolve("lost")));
  const runner = startImportRunner(database, { dataDir, log, isReceiving: isUp, onLost });
  await runner.ready;
  if (!isUp) process.send?.("ready" satisfies FromImports);
  isUp = true;
  retention ??= startRetention(retentionPool, { log });
  if ((await unlessTold(lost)) === null) {
    // A campaign that is being settled by age is whole again when this process ends, and settled with the next.
    const settled = Promise.race([retention.stop(), wait(STOP_MS)]);
    await Promise.all([Promise.race([runner.stop(), wait(PATIENCE_MS)]), settled]);
    await Promise.race([
      Promise.all([database.close(), retentionPool.close()]),
      wait(STOP_MS, undefined, { ref: false }),
    ]);
    break;
  }
  // What still runs on the old pool ends there.
  database = await unlessTold(answering(databaseUrl));
  if (database !== null) log("The database is back: uploads are read on.");
}
process.exit(0);
