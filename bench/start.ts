import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./quantile";

/**
 * `npm run bench:start`: from the command to the first page, on a data folder that exists and a build
 * that is fresh. Beside it the floor that no start can go under, measured in turn in the same run: a
 * Node that only loads Next. The promise is 5 s on a machine that does nothing else.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 5;
const PROMISE_MS = 5000;

const dataDir = mkdtempSync(join(tmpdir(), "aftermath-bench-start-"));
try {
  await startUntilPage(); // makes the database and, when stale, the build: not counted
  const starts: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await loadNext());
    starts.push(await startUntilPage());
  }
  const [start, floor] = [median(starts), median(floors)];
  console.log(
    `start to first page: median ${Math.round(start)} ms, best ${Math.round(Math.min(...starts))} ms of ${ROUNDS}`,
  );
  console.log(
    `loading Next alone:  median ${Math.round(floor)} ms; ratio ${(start / floor).toFixed(1)}`,
  );
  console.log(
    `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors; promise ${PROMISE_MS} ms on a quiet machine`,
  );
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Milliseconds from the command to the first page; the server is stopped again, uncounted. */
async function startUntilPage(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: "0",
      AFTERMATH_DATA_DIR: dataDir,
      DATABASE_URL: "",
      AFTERMATH_LOG: "text",
      AFTERMATH_ACCOUNTS: "off",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  let out = "";
  for await (const chunk of child.stdout) {
    out += String(chunk);
    const address = /Aftermath is ready: (\S+)/.exec(out)?.[1];
    if (address === undefined) continue;
    const response = await fetch(address);
    await response.text();
    if (response.status !== 200) throw new Error(`the first page answered ${response.status}`);
    break;
  }
  const took = performance.now() - began;
  child.kill("SIGTERM");
  await ended;
  return took;
}

async function loadNext(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, ["-e", "import('next')"], { cwd: ROOT, stdio: "inherit" });
  await new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  return performance.now() - began;
}
