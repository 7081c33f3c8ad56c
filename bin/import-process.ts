// The process beside the server that reads uploads (start-imports.ts begins it): an import is minutes of
// work, which no page waits for, and a file that brings a process down brings down this one alone. What
// happens to campaigns by age is done here, too, for the same reason.
import { setTimeout as wait } from "node:timers/promises";
import { createDb } from "@/db/client";
import { wake } from "@/lib/ingest/import-runner";
import { startImportRunner } from "@/lib/ingest/import-jobs";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { readEnv } from "@/lib/env";
import { logForm, logLine } from "@/lib/log/form.mjs";
import { consoleToLog } from "./console-to-log";
import { reportFault } from "./fault.mjs";
import { startRetention } from "./retention-schedule";

/** Two imports, what each notes of its progress, and two for leases and looks (security.md E11). */
const CONNECTIONS = 6;
/** One for what is being done, and one for what is looked at meanwhile. */
const RETENTION_CONNECTIONS = 2;
/** How long what runs may take when the server stops. */
const STOP_MS = 5000;

/** What the server says to it. Gone without a word, the server was killed. */
export type ToImports = "wake" | "stop";
/** What it says to the server: once, when uploads may be received. */
export type FromImports = "ready";

// A Ctrl-C reaches both processes; the server says when this one may go.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => {});
for (const name of ["unhandledRejection", "uncaughtException"])
  process.on(name, (error) => {
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

consoleToLog();
const { databaseUrl, dataDir } = readEnv(process.env);
if (databaseUrl === null) throw new Error("the server says which database it uses");
const form = logForm(process.env);
const database = createDb(databaseUrl, { max: CONNECTIONS });
await publishCheckpoint(database.sql); // of what was imported or deleted where the key was not
const log = (line: string) => process.stdout.write(`${logLine(form, line)}\n`);
const runner = startImportRunner(database, { dataDir, log });
await runner.ready;
process.send?.("ready" satisfies FromImports);
const pool = createDb(databaseUrl, { max: RETENTION_CONNECTIONS });
const retention = startRetention(pool, { log });
await told;
// A campaign that is being settled by age is whole again when this process ends, and settled with the next.
const settled = Promise.race([retention.stop(), wait(STOP_MS)]);
await Promise.all([runner.stop(), settled]);
await Promise.race([
  Promise.all([database.close(), pool.close()]),
  wait(STOP_MS, undefined, { ref: false }),
]);
process.exit(0);
