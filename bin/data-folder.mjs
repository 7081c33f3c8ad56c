import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "./start-error.mjs";

/** The folder of package.json, whatever the working directory is. */
export const PROJECT_ROOT = resolve(fileURLToPath(import.meta.url), "../..");

/**
 * AFTERMATH_DATA_DIR or ./data, relative to the project: `npx aftermath` in a folder below it and
 * `npm start` have to mean the same place.
 * @param {NodeJS.ProcessEnv} env
 */
export function dataFolder(env) {
  return resolve(PROJECT_ROOT, env["AFTERMATH_DATA_DIR"] || "data");
}

/**
 * Makes the data folder when it is missing. As root it is searchable by others, since Postgres
 * will run as another user and has to get through; what is secret in it has its own mode.
 * @param {string} folder absolute
 */
export function makeDataFolder(folder) {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The data folder ${folder} cannot be made (${why}).`, { cause });
  }
}
