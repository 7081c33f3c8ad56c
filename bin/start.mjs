// `npm start`. Needs nothing but Node: it installs what the rest needs, and only then loads it.
import { join } from "node:path";
import { logForm, logLine } from "../lib/log/form.mjs";
import { reportFault } from "./fault.mjs";
import { PROJECT_ROOT, dataFolder, makeDataFolder } from "./data-folder.mjs";
import { takeInstanceLock } from "./instance-lock.mjs";
import { requireNode } from "./node-version.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

const stop = new AbortController();
// The first signal stops, later ones are swallowed: a second Ctrl-C must not leave Postgres behind.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop.abort());

// npm's shell passes no signal on: when it is gone, whoever started us is gone too.
const parent = process.ppid;
if (process.env["npm_lifecycle_event"] !== undefined) {
  setInterval(() => process.ppid === parent || stop.abort(), 500).unref();
}

let exitCode = 0;
/** One request's fault is no reason to end for all the others. @param {unknown} error */
process.on("unhandledRejection", reportFault);
process.on("uncaughtException", (error) => {
  reportFault(error);
  exitCode = 1;
  stop.abort();
});
// A closed terminal or `| head` must not end us before the database has stopped.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

const form = logForm(process.env);
/** @param {string} line */
const log = (line) => process.stdout.write(`${logLine(form, line)}\n`);

async function start() {
  requireNode();
  process.chdir(PROJECT_ROOT);
  const folder = dataFolder(process.env);
  makeDataFolder(folder);
  const lock = takeInstanceLock(folder);
  const options = { log, output: /** @type {const} */ (1), signal: stop.signal };
  await ensureInstalled(PROJECT_ROOT, options);
  await ensureBuilt(PROJECT_ROOT, options);
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: join(PROJECT_ROOT, "tsconfig.json") });
  const { serve } = await import("./serve");
  await serve({ dataDir: folder, lock, log, signal: stop.signal });
}

try {
  await start();
} catch (error) {
  const wasStopped = stop.signal.aborted && error instanceof Error && error.name === "AbortError";
  if (!wasStopped) {
    reportFault(error);
    exitCode = 1;
  }
}
process.exit(exitCode);
