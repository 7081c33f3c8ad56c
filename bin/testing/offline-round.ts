import { spawn } from "node:child_process";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { PROJECT_ROOT } from "../data-folder.mjs";
import { startOwnServer } from "./own-server";

/**
 * One round of everything that a server does, to be run where only the loopback exists: start, import by
 * the command line and by the API, pages, exports. Prints what each step came to, as one line of JSON.
 */
const interfaces = Object.keys(networkInterfaces());
const server = await startOwnServer();
const sample = join(PROJECT_ROOT, "fixtures/aftermath/complete.jsonl");
const command = spawn(
  process.execPath,
  ["bin/aftermath.mjs", "import", "--project", "offline", sample],
  {
    cwd: PROJECT_ROOT,
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      AFTERMATH_DATA_DIR: server.dataDir,
    },
    stdio: "ignore",
  },
);
await once(command, "exit");
const statuses: Record<string, number> = {};
for (const path of [
  "/p/offline",
  "/p/offline/campaigns/nightly-41",
  "/p/offline/campaigns/nightly-41/episodes/1",
  "/p/support-agent/methods",
  "/api/v1/projects/offline/campaigns/nightly-41/export",
  "/api/v1/projects/offline/campaigns/nightly-41/report?format=html",
  "/api/v1/openapi.json",
]) {
  statuses[path] = (await server.ask(path)).status;
}
await server.stop();
process.stdout.write(`${JSON.stringify({ interfaces, imported: command.exitCode, statuses })}\n`);
