import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { build, isBuilt, sourceHash } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { tryLock } from "./lock.mjs";

/**
 * `withDevelopment`: the tools of the tests are needed too.
 * @typedef {{ log: (line: string) => void, output: 1 | 2, signal: AbortSignal,
 *   withDevelopment?: boolean }} PrepareOptions
 */

/**
 * Installs when node_modules is missing or stale. One process at a time does it: npm empties the
 * folder first, and a second one in it would break both.
 * @param {string} root
 * @param {PrepareOptions} options
 */
export async function ensureInstalled(root, options) {
  const installed = () => isInstalled(root, options.withDevelopment);
  if (installed()) return;
  await alone(root, options, async () => {
    if (installed()) return;
    options.log("Installing the dependencies (npm ci) …");
    await install(root, options);
  });
}

/**
 * Builds the pages when a source has changed since the last build.
 * @param {string} root
 * @param {PrepareOptions} options
 */
export async function ensureBuilt(root, options) {
  if (isBuilt(root, sourceHash(root))) return;
  await alone(root, options, async () => {
    const hash = sourceHash(root);
    if (isBuilt(root, hash)) return;
    options.log("Building the pages (next build) …");
    await build(root, hash, options);
  });
}

/**
 * @param {string} root
 * @param {PrepareOptions} options
 * @param {() => Promise<void>} work
 */
async function alone(root, { log, signal }, work) {
  const path = join(root, "package-lock.json");
  let lock = tryLock(path);
  if (lock === null) log("Another process installs or builds here: waiting for it …");
  while (lock === null) {
    await wait(500, undefined, { signal });
    lock = tryLock(path);
  }
  try {
    await work();
  } finally {
    lock.release();
  }
}
