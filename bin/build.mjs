import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "./run-step.mjs";
import { StartError } from "./start-error.mjs";

/** Everything that `next build` reads. */
const SOURCES = [
  "app",
  "components",
  "db",
  "lib",
  "drizzle",
  "public",
  "package-lock.json",
  "instrumentation-client.ts",
  "instrumentation.ts",
  "next.config.ts",
  "tsconfig.json",
  "postcss.config.mjs",
];

/**
 * A hash over names and contents of the sources; tests are left out, they are in no page.
 * Contents and not dates, because a clone or a checkout gives every file a new date.
 * @param {string} root
 * @returns {string} hex
 */
export function sourceHash(root) {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap((name) => filesUnder(root, name)).toSorted()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]} paths relative to the root
 */
function filesUnder(root, name) {
  if (!existsSync(join(root, name))) return [];
  if (name.includes(".")) return [name];
  return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** @param {string} root */
const stampOf = (root) => join(root, ".next", "aftermath-build");

/**
 * @param {string} root
 * @param {string} hash of sourceHash
 */
export function isBuilt(root, hash) {
  const stamp = stampOf(root);
  return (
    existsSync(join(root, ".next", "BUILD_ID")) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === hash
  );
}

/**
 * `next build`. The stamp goes first and comes back last, so that a build cut off in the middle
 * is never taken for a whole one.
 * @param {string} root
 * @param {string} hash
 * @param {{ output: 1 | 2, signal: AbortSignal }} options
 */
export async function build(root, hash, options) {
  rmSync(stampOf(root), { force: true });
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const code = await runStep(process.execPath, [next, "build"], { cwd: root, env, ...options });
  if (code !== 0) throw new StartError("The build failed: it says why above.");
  writeFileSync(stampOf(root), hash);
}
