import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { StartError } from "./start-error.mjs";

/**
 * A lock that the kernel keeps: it cannot outlive its holder, not even after kill -9, and no
 * file has to be judged stale. Node has no flock(2), but the lock belongs to the open file, not
 * to the process: a short-lived `flock` (util-linux, busybox) or `perl` (macOS) that inherits the
 * descriptor takes it, and it stays ours when that program has ended. libuv opens files
 * close-on-exec, so no later child keeps it alive.
 */
const LOCKERS = /** @type {const} */ ([
  ["flock", ["-x", "-n", "3"]],
  ["perl", ["-e", "open(my $f, '<&=', 3) or exit 2; exit(flock($f, 6) ? 0 : 1)"]],
]);

/**
 * @param {string} path an existing file or one that may be created
 * @returns {{ release: () => void } | null} null when somebody else holds it
 */
export function tryLock(path) {
  const file = openSync(path, "a+", 0o600);
  for (const [program, args] of LOCKERS) {
    const ran = spawnSync(program, [...args], { stdio: ["ignore", "ignore", "pipe", file] });
    if (ran.error !== undefined) continue; // not installed here: try the next one
    if (ran.status === 0) return { release: () => closeSync(file) };
    closeSync(file);
    if (ran.status === 1) return null;
    throw new StartError(`${path} cannot be locked: ${String(ran.stderr).trim()}.`);
  }
  closeSync(file);
  throw new StartError(
    "Neither flock nor perl is installed, and one of them is needed to lock the data folder.",
  );
}
