import { spawn } from "node:child_process";
import { once } from "node:events";
import { PROJECT_ROOT } from "../data-folder.mjs";

export type RunningServer = {
  address: string;
  /** Of the process that answers requests. */
  pid: number;
  log: () => string;
  stop: () => Promise<void>;
};

/** The built server, by its start script, on a port of its own. */
export async function startServer(env: Record<string, string>): Promise<RunningServer> {
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env["PATH"], PORT: "0", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  for (;;) {
    const address = /Aftermath is ready: (http:\/\/[^\s"]+)/.exec(said)?.[1];
    if (address !== undefined) return { address, pid: child.pid ?? 0, log: () => said, stop };
    if (child.exitCode !== null) throw new Error(`the server ended before it was ready: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
