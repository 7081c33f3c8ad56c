import { spawn } from "node:child_process";

/** How long a step may take to obey a stop before it is killed. */
const PATIENCE_MS = 10_000;

/**
 * Runs a program to its end, its words going to ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, output: 1 | 2, signal: AbortSignal }} options
 *   `output` is the descriptor for what it prints: 2 for commands whose stdout is data
 * @returns {Promise<number>} its exit code, 1 when a signal ended it
 * @throws the reason of `signal` when that was aborted meanwhile, once the program is gone
 */
export async function runStep(command, args, { cwd, env, output, signal }) {
  signal.throwIfAborted();
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", output, 2] });
  /** @type {NodeJS.Timeout | undefined} */
  let killer;
  const stop = () => {
    child.kill("SIGTERM");
    killer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    });
    signal.throwIfAborted();
    return child.exitCode ?? 1;
  } finally {
    clearTimeout(killer);
    signal.removeEventListener("abort", stop);
  }
}
