#!/usr/bin/env node
// `npx aftermath …`. Works on a fresh clone too: it installs first, like `npm start`.
import { join } from "node:path";
import { reportFault } from "./fault.mjs";
import { PROJECT_ROOT } from "./data-folder.mjs";
import { requireNode } from "./node-version.mjs";
import { ensureInstalled } from "./prepare.mjs";

/** "Something went wrong", as against 1 and 2, which are answers of `gate`. */
const ERROR_EXIT = 3;

/** stdout is for a command's data. @param {string} line */
const log = (line) => process.stderr.write(`${line}\n`);

/** A second Ctrl-C must not leave a database behind that was started for this command. */
const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop.abort());

try {
  requireNode();
  await ensureInstalled(PROJECT_ROOT, { log, output: 2, signal: stop.signal });
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: join(PROJECT_ROOT, "tsconfig.json") });
  const { main } = await import("./command-line");
  process.exitCode = await main(process.argv, { log, signal: stop.signal });
} catch (error) {
  if (stop.signal.aborted) log("Stopped.");
  else reportFault(error);
  process.exitCode = ERROR_EXIT;
}
process.exit();
