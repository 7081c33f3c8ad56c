import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { runStep } from "./run-step.mjs";
import { StartError } from "./start-error.mjs";

/**
 * An entry of a lock file, as far as it matters here.
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean,
 *   devOptional?: boolean, peer?: boolean, os?: string[], cpu?: string[],
 *   dependencies?: Record<string, string> }} Locked
 * @typedef {Record<string, Locked>} Packages
 */

/**
 * Does node_modules hold what package-lock.json asks for, on this kind of machine? npm writes its
 * own record at the end of every install, so a developer's `npm ci` counts as well and is not
 * thrown away by the first start. No look at the Node version: every compiled dependency speaks
 * Node-API, which does not change with it.
 * @param {string} root
 * @param {boolean} [withDevelopment] the tools of the tests too, which a start does without
 */
export function isInstalled(root, withDevelopment = false) {
  const wanted = packagesOf(join(root, "package-lock.json"));
  const present = packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (wanted === null || present === null) return false;
  return (
    Object.entries(wanted).every(([path, entry]) =>
      present[path] === undefined
        ? mayBeMissing(path, entry, withDevelopment)
        : isSame(entry, present[path]),
    ) &&
    Object.values(present).every((entry) => runsHere(entry)) &&
    Object.keys(wanted[""]?.dependencies ?? {}).every((name) =>
      existsSync(join(root, "node_modules", name, "package.json")),
    )
  );
}

/**
 * @param {string} path
 * @param {Locked} wanted
 * @param {boolean} withDevelopment
 */
function mayBeMissing(path, wanted, withDevelopment) {
  if (path === "" || wanted.optional || wanted.devOptional || wanted.peer) return true;
  return wanted.dev === true && !withDevelopment;
}

/**
 * @param {Locked} wanted
 * @param {Locked} present
 */
function isSame(wanted, present) {
  return present.version === wanted.version && present.integrity === wanted.integrity;
}

/**
 * False for the binaries of another machine: node_modules was copied.
 * @param {Locked} entry
 */
function runsHere({ os, cpu }) {
  return (
    (os === undefined || os.some((name) => name.startsWith("!") || name === process.platform)) &&
    (cpu === undefined || cpu.some((name) => name.startsWith("!") || name === process.arch))
  );
}

/**
 * @param {string} path
 * @returns {Packages | null}
 */
function packagesOf(path) {
  try {
    /** @type {unknown} */
    const lock = JSON.parse(readFileSync(path, "utf8"));
    return isLockFile(lock) ? lock.packages : null;
  } catch {
    return null; // missing, or cut off in mid-write: both mean "install"
  }
}

/**
 * @param {unknown} lock
 * @returns {lock is { packages: Packages }}
 */
function isLockFile(lock) {
  return typeof lock === "object" && lock !== null && "packages" in lock;
}

/**
 * `npm ci`: exactly what the lock file says, development tools included, whatever NODE_ENV is.
 * @param {string} root
 * @param {{ output: 1 | 2, signal: AbortSignal }} options
 */
export async function install(root, options) {
  const [command, args] = npm();
  const all = [...args, "ci", "--include=dev", "--no-audit", "--no-fund"];
  /** @type {number} */
  let code;
  try {
    code = await runStep(command, all, { cwd: root, env: npmEnvironment(), ...options });
  } catch (cause) {
    if (options.signal.aborted || !(cause instanceof Error)) throw cause;
    throw new StartError(`npm could not be run (${cause.message}).`, { cause });
  }
  if (code !== 0) {
    throw new StartError("Installing the dependencies failed: npm says why above.");
  }
}

/**
 * The npm that runs us, else the one on the PATH.
 * @returns {[string, string[]]}
 */
function npm() {
  const script = process.env["npm_execpath"];
  return script?.endsWith("npm-cli.js") ? [process.execPath, [script]] : ["npm", []];
}

/** npm keeps its cache under the home folder; without a usable one it gets a place in tmp. */
function npmEnvironment() {
  try {
    accessSync(homedir(), constants.W_OK);
    return process.env;
  } catch {
    const cache = join(tmpdir(), `aftermath-npm-${process.getuid?.() ?? 0}`);
    return { ...process.env, npm_config_cache: cache };
  }
}
