import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROJECT_ROOT } from "../data-folder.mjs";
import { callOf } from "./action-requests";
import { builtActions } from "./built-routes";
import { startOwnServer } from "./own-server";

/**
 * One round of everything that a server does, to be run where only the loopback exists: start, set-up and
 * sign-in, import by the command line and by the API, pages, exports. Prints what each step came to and
 * which names were looked up, as one line of JSON.
 */
const interfaces = Object.keys(networkInterfaces());
const [lookupsFile = ""] = process.argv.slice(2);
writeFileSync(lookupsFile, "");
const noting = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(PROJECT_ROOT, "bin/testing/note-lookups.mjs")).href}`,
  LOOKUPS_NOTED: lookupsFile,
};
const server = await startOwnServer({ AFTERMATH_ACCOUNTS: "on", ...noting });
const statuses: Record<string, number> = {};

/** What a form of ours sends; the cookie of the session that it begins. */
async function sendForm(name: string, form: Record<string, string>): Promise<string> {
  const action = builtActions().find((one) => one.name === name);
  if (action === undefined) throw new Error(`the build has no ${name}`);
  const call = { args: [{ problem: null, done: null }], form };
  const { path, ...asked } = await callOf(action, { parts: {} }, call);
  const headers = { ...asked.headers, origin: server.origin };
  const answer = await server.ask(path, { ...asked, headers });
  const [cookie = ""] =
    /aftermath\.session_token=[^;]+/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
  statuses[name] = cookie === "" ? 0 : 200;
  return cookie;
}

/** It is said just after the server is ready. */
async function codeInLog(): Promise<string> {
  for (;;) {
    const code = /give this code, once: ([0-9a-f]{40})/.exec(server.said())?.[1];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const ada = { email: "ada@test.example", password: "seven quiet herons wade" };
await sendForm("setUpNow", { code: await codeInLog(), name: "Ada", ...ada });
const cookie = await sendForm("signInNow", ada);

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
      ...noting,
    },
    stdio: "ignore",
  },
);
await once(command, "exit");

const uploads = "/api/v1/projects/support-agent/imports";
const sent = new FormData();
sent.append("file", new Blob([readFileSync(sample)]), "complete.jsonl");
const upload = new Response(sent);
const accepted = await server.ask(uploads, {
  method: "POST",
  headers: {
    cookie,
    origin: server.origin,
    "content-type": upload.headers.get("content-type") ?? "",
  },
  body: new Uint8Array(await upload.arrayBuffer()),
});
statuses["upload"] = accepted.status === 202 ? 200 : accepted.status;

const campaign = "nightly-41";
for (let tries = 0; tries < 100; tries += 1) {
  const { status } = await server.ask(`/api/v1/projects/support-agent/campaigns/${campaign}`, {
    headers: { cookie },
  });
  if (status === 200) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
for (const path of [
  "/p/offline",
  `/p/offline/campaigns/${campaign}`,
  `/p/offline/campaigns/${campaign}/episodes/1`,
  `/p/support-agent/campaigns/${campaign}`,
  "/p/support-agent/methods",
  "/account",
  "/settings/people",
  `/api/v1/projects/offline/campaigns/${campaign}/export`,
  `/api/v1/projects/offline/campaigns/${campaign}/report?format=html`,
  `/api/v1/projects/support-agent/campaigns/${campaign}/verification`,
  "/api/v1/audit/export",
  "/api/v1/openapi.json",
]) {
  statuses[path] = (await server.ask(path, { headers: { cookie } })).status;
}
await server.stop();
const lookups = readFileSync(lookupsFile, "utf8")
  .split("\n")
  .filter((line) => line !== "");
const done = { interfaces, imported: command.exitCode, statuses, lookups };
process.stdout.write(`${JSON.stringify(done)}\n`);
