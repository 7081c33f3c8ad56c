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

/** How long what is stopped may take, when the server stops. */
const STOP_MS = 5000;
/** How often a database that is away is asked for. */
const AGAIN_MS = 500;

/** What goes on as long as this process does. */
type Keeping = {
  /** Connections. */
  max: number;
  /** What is stopped while the database is away may never hear of it. */
  patienceMs: number;
  /** As sentences begin and end: "uploads wait …", "… uploads are read on". */
  waits: string;
  goesOn: string;
};

/** Two imports, what each notes of its progress, and two for leases and looks (security.md E11). */
const IMPORTS: Keeping = {
  max: 6,
  patienceMs: 10_000,
  waits: "uploads wait",
  goesOn: "uploads are read on",
};
/** One for what is being done, and one for what is looked at meanwhile. */
const RETENTION: Keeping = {
  max: 2,
  patienceMs: STOP_MS,
  waits: "retention waits",
  goesOn: "retention goes on",
};

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

/** A pool on a database that answers; waits for that, and says once what it waits for. */
async function answering(url: string, { max, waits }: Keeping): Promise<Database> {
  for (let isSaid = false; ; isSaid = true) {
    const database = createDb(url, { max });
    try {
      await database.sql`select 1`;
      await publishCheckpoint(database.sql); // of what was sealed just before
      return database;
    } catch (error) {
      if (!isSaid) logger.error(`${waits} until the database answers`, error);
      await database.close().catch(() => {});
      await wait(AGAIN_MS);
    }
  }
}

/**
 * Keeps something going on a pool of its own until the server says stop, and on a new pool whenever the
 * database went away under it (`RunnerOptions` says why).
 */
async function keepGoing(
  url: string,
  keeping: Keeping,
  first: Database | null,
  begin: (database: Database, onLost: () => void) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  let database = first;
  while (database !== null) {
    let onLost = () => {};
    const lost = new Promise<"lost">((resolve) => (onLost = () => resolve("lost")));
    const going = await begin(database, onLost);
    if ((await unlessTold(lost)) === null) {
      await Promise.race([going.stop(), wait(keeping.patienceMs)]);
      await Promise.race([database.close(), wait(STOP_MS, undefined, { ref: false })]);
      return;
    }
    // What still runs on the old pool ends there.
    database = await unlessTold(answering(url, keeping));
    if (database !== null) log(`The database is back: ${keeping.goesOn}.`);
  }
}

/** The server is up and may be receiving uploads. */
let isUp = process.argv[2] === ("again" satisfies Again);
let tellReady = () => {};
const ready = new Promise<true>((resolve) => (tellReady = () => resolve(true)));

async function imports(url: string): Promise<void> {
  const first = isUp ? await unlessTold(answering(url, IMPORTS)) : createDb(url, IMPORTS);
  if (!isUp && first !== null) await publishCheckpoint(first.sql); // of what was sealed without the key
  await keepGoing(url, IMPORTS, first, async (database, onLost) => {
    const runner = startImportRunner(database, { dataDir, log, isReceiving: isUp, onLost });
    await runner.ready;
    if (!isUp) process.send?.("ready" satisfies FromImports);
    isUp = true;
    tellReady();
    return runner;
  });
}

/** A campaign that is being settled by age is whole again when this process ends, and settled with the next. */
async function retention(url: string): Promise<void> {
  const first = (await unlessTold(ready)) === null ? null : createDb(url, RETENTION);
  await keepGoing(url, RETENTION, first, async (database, onLost) =>
    startRetention(database, { log, onLost }),
  );
}

await Promise.all([imports(databaseUrl), retention(databaseUrl)]);
process.exit(0);
