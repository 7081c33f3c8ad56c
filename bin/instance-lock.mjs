import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "./lock.mjs";
import { StartError } from "./start-error.mjs";

/**
 * Who holds a data folder. Only for the sentence that others read: the lock itself is the
 * kernel's (lock.mjs).
 * @typedef {{ pid: number, what: "server" | "command", address?: string,
 *   database?: "embedded" | "external" }} Holder
 * @typedef {{ note: (holder: Omit<Holder, "pid">) => void, release: () => void }} InstanceLock
 */

/**
 * @param {string} folder the data folder, existing
 * @param {Holder["what"]} what
 * @returns {InstanceLock | null} null when another process holds it
 */
export function tryInstanceLock(folder, what) {
  const path = join(folder, "instance.lock");
  const lock = locked(path, folder);
  if (lock === null) return null;
  /** @param {Omit<Holder, "pid">} holder */
  const note = (holder) =>
    writeFileSync(path, `${JSON.stringify({ pid: process.pid, ...holder })}\n`);
  note({ what });
  return { note, release: lock.release };
}

/**
 * @param {string} path
 * @param {string} folder
 */
function locked(path, folder) {
  try {
    return tryLock(path);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The data folder ${folder} cannot be written (${why}).`, { cause });
  }
}

/**
 * @param {string} folder
 * @returns {InstanceLock}
 */
export function takeInstanceLock(folder) {
  const lock = tryInstanceLock(folder, "server");
  if (lock !== null) return lock;
  const holder = holderOf(folder);
  const who =
    holder === null
      ? ""
      : ` (process ${holder.pid}${holder.address === undefined ? "" : `, ${holder.address}`})`;
  const what = holder?.what === "command" ? "An aftermath command is" : "Aftermath is already";
  throw new StartError(
    `${what} running on ${folder}${who}: stop it first, or set AFTERMATH_DATA_DIR to another folder.`,
  );
}

/**
 * @param {string} folder
 * @returns {Holder | null} null when the record is missing or half written
 */
export function holderOf(folder) {
  try {
    /** @type {unknown} */
    const record = JSON.parse(readFileSync(join(folder, "instance.lock"), "utf8"));
    return isHolder(record) ? record : null;
  } catch {
    return null;
  }
}

/**
 * @param {unknown} record
 * @returns {record is Holder}
 */
function isHolder(record) {
  return (
    typeof record === "object" &&
    record !== null &&
    "pid" in record &&
    Number.isInteger(record.pid) &&
    "what" in record &&
    (record.what === "server" || record.what === "command") &&
    (!("address" in record) || typeof record.address === "string") &&
    (!("database" in record) || record.database === "embedded" || record.database === "external")
  );
}
