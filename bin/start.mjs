// `npm start`. Needs nothing but Node: it installs what the rest needs, and only then loads it.
import { reportFault } from "./fault.mjs";
import { PROJECT_ROOT, dataFolder, makeDataFolder } from "./data-folder.mjs";
import { takeInstanceLock } from "./instance-lock.mjs";
import { requireNode } from "./node-version.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";

const stop = new AbortController();
// The first signal stops, later ones are swallowed: a second Ctrl-C must not leave Postgres behind.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop.abort());

/** @param {string} line */
const log = (line) => process.stdout.write(`${line}\n`);

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
  register();
  const { serve } = await import("./serve");
  await serve({ dataDir: folder, lock, log, signal: stop.signal });
}

try {
  await start();
  process.exit(0);
} catch (error) {
  const wasStopped = stop.signal.aborted && error instanceof Error && error.name === "AbortError";
  if (wasStopped) process.exit(0);
  reportFault(error);
  process.exit(1);
}
