import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { PROJECT_ROOT } from "./data-folder.mjs";
import { runStep } from "./run-step.mjs";
import { StartError } from "./start-error.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** @typedef {{ log(line: string): void, output: 1 | 2, signal: AbortSignal }} Options */

/**
 * A Chromium for the end-to-end tests: an installed one, else Playwright's, else the distribution's.
 * @param {Options} options
 * @returns {Promise<string>} its path
 * @throws {StartError} when there is none and none can be installed
 */
export async function ensureBrowser(options) {
  return (
    installed() ??
    (await playwrights()) ??
    (await installPlaywrights(options)) ??
    (await installDistributions(options)) ??
    missing()
  );
}

/** @returns {string | null} */
function installed() {
  const named = process.env["AFTERMATH_CHROMIUM"];
  if (named) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<string | null>} */
async function playwrights() {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** @param {Options} options */
async function installPlaywrights(options) {
  options.log("Installing a browser for the tests (playwright install chromium) …");
  const cli = join(PROJECT_ROOT, "node_modules", "@playwright", "test", "cli.js");
  const step = { cwd: PROJECT_ROOT, env: process.env, ...options };
  const code = await runStep(process.execPath, [cli, "install", "chromium"], step);
  return code === 0 ? playwrights() : null;
}

/** @param {Options} options */
async function installDistributions(options) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    return null;
  }
  options.log("Installing the distribution's Chromium (apt-get install chromium) …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const step = { cwd: PROJECT_ROOT, env, ...options };
  await runStep("apt-get", ["update"], step);
  await runStep("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], step);
  return installed();
}

/** @returns {never} */
function missing() {
  throw new StartError(
    "No Chromium was found and none could be installed: install one, or name it in AFTERMATH_CHROMIUM.",
  );
}
