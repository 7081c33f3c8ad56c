import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { manyEpisodes, nativeText } from "@/lib/ingest/testing/native-text";
import { figure } from "@/lib/testing/security-figure";
import { type OwnServer, startOwnServer } from "./testing/own-server";

const API = "/api/v1/projects/support-agent/imports";
const EPISODES = 30_000;
let server: OwnServer;

beforeAll(async () => {
  server = await startOwnServer();
});

afterAll(() => server.stop());

test("E12, E7: a file that brings down the process of imports leaves the server up, and goes on", async () => {
  const victim = await importProcess();
  const id = await upload(nativeText({ key: "killed", episodes: manyEpisodes(EPISODES) }));
  await until(async () => (await stateOf(id)).episodes > 0);
  process.kill(victim, "SIGKILL");
  const began = performance.now();
  for (const path of ["/p/support-agent", "/api/ready", API])
    expect((await server.ask(path)).status).toBe(200);
  await until(async () => (await importProcess()) !== victim);
  await until(async () => (await stateOf(id)).state === "running");
  const seconds = (performance.now() - began) / 1000;
  await until(async () => (await stateOf(id)).state === "done");
  expect(await stateOf(id)).toEqual({ state: "done", episodes: EPISODES });
  expect(server.said()).toContain(
    "The process that reads uploads ended (SIGKILL) and is begun again.",
  );
  expect(seconds).toBeLessThan(60);
  await figure(
    "E7",
    `an import whose process was killed: running again after ${seconds.toFixed(0)} s, and every page answered meanwhile (bar: 60 s)`,
  );
});

test("F8: the process of imports ends with its server", async () => {
  const other = await startOwnServer();
  const pid = await importProcess(other);
  await other.stop();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

async function upload(text: string): Promise<string> {
  const sent = await server.ask(API, {
    method: "POST",
    headers: {
      origin: server.origin,
      "content-type": "application/x-ndjson",
      "x-file-name": "killed.jsonl",
    },
    body: text,
  });
  expect(sent.status).toBe(202);
  return z.object({ id: z.string() }).parse(JSON.parse(sent.text)).id;
}

async function stateOf(id: string): Promise<{ state: string; episodes: number }> {
  const { text } = await server.ask(`${API}/${id}`);
  return z.object({ state: z.string(), episodes: z.number() }).parse(JSON.parse(text));
}

/** By the list of processes: the child of the server that runs import-process. */
async function importProcess({ pid }: OwnServer = server): Promise<number> {
  for (;;) {
    const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
    for (const line of stdout.split("\n")) {
      const [own, parent, ...args] = line.trim().split(/\s+/);
      if (Number(parent) === pid && args.join(" ").includes("import-process")) return Number(own);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}
