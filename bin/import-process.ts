// The process beside the server that reads uploads (start-imports.ts begins it): an import is minutes of
// work, which no page waits for, and a file that brings a process down brings down this one alone.
import { setTimeout as wait } from "node:timers/promises";
import { createDb } from "@/db/client";
import { wake } from "@/lib/ingest/import-runner";
import { startImportRunner } from "@/lib/ingest/import-jobs";
import { publishCheckpoint } from "@/lib/ingest/publish-checkpoint";
import { readEnv } from "@/lib/env";
import { logForm, logLine } from "@/lib/log/form.mjs";
import { consoleToLog } from "./console-to-log";
import { reportFault } from "./fault.mjs";

/** Two imports, what each notes of its progress, and two for leases and looks (security.md E11). */
const CONNECTIONS = 6;

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
const runner = startImportRunner(database, {
  dataDir,
  log: (line) => process.stdout.write(`${logLine(form, line)}\n`),
});
await runner.ready;
process.send?.("ready" satisfies FromImports);
await told;
await runner.stop();
await Promise.race([database.close(), wait(5000, undefined, { ref: false })]);
process.exit(0);
