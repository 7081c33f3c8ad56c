import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { ensureBrowser } from "../bin/browser.mjs";
import { PROJECT_ROOT } from "../bin/data-folder.mjs";
import { freePort } from "@/db/cluster/port";
import { median } from "./quantile";

/** The pages that are measured, as a path below a project's own. */
export const PAGES = {
  campaigns: "",
  campaign: "/campaigns/nightly-20",
  compare: "/compare?baseline=nightly-20/off&candidate=nightly-20/on",
  episodes: "/episodes",
} as const;

/** Further pages whose JavaScript is weighed; what they show costs no more with more episodes. */
const OTHERS = {
  attacks: "/attacks",
  episode: "/campaigns/nightly-20/episodes/1",
  comparisons: "/comparisons",
  imports: "/imports",
  planner: "/planner",
  methods: "/methods",
} as const;

/** An answer of one word, from the same server: what the browser itself needs for its first paint. */
const FLOOR = "/api/health";

export type Served = { url: string; stop(): Promise<void> };

/** The production server of this folder on a database that is there already; it has to be built. */
export async function startServed(databaseUrl: string): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), "aftermath-bench-pages-"));
  const port = await freePort(null);
  const child = spawn(process.execPath, ["bin/start.mjs"], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      AFTERMATH_DATA_DIR: dataDir,
      AFTERMATH_ACCOUNTS: "off",
    },
  });
  const url = `http://localhost:${port}`;
  await untilHealthy(url, () => child.exitCode !== null);
  return {
    url,
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(url: string, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the server ended before it was up");
}

/** Asks for one page and takes all of it, as a browser would. */
export async function fetchPage(served: Served, project: string, path: string): Promise<void> {
  const answer = await fetch(`${served.url}/p/${project}${path}`, { redirect: "manual" });
  await answer.arrayBuffer();
  // A refused or missing page would be the fastest of all.
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
}

/** What a person's browser needs for a page, in kilobytes, milliseconds and shifts (web.dev/cls). */
export type Painted = { name: string; scriptKb: number; firstPaintMs: number; shift: number };

/** Opens each page with an empty cache; the paint is the median of `rounds`, the shift the largest. */
export async function paint(served: Served, project: string, rounds: number): Promise<Painted[]> {
  const signal = new AbortController().signal;
  const executablePath = await ensureBrowser({ log: () => {}, output: 2, signal });
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  try {
    const found: Painted[] = [];
    const pages = Object.entries({ ...PAGES, ...OTHERS });
    const addresses = pages.map(([name, path]) => [name, `/p/${project}${path}`] as const);
    for (const [name, address] of [["one word", FLOOR] as const, ...addresses]) {
      const each: Omit<Painted, "name">[] = [];
      for (let round = 0; round < rounds; round += 1)
        each.push(await paintOnce(browser, `${served.url}${address}`));
      found.push({
        name,
        scriptKb: Math.max(...each.map((one) => one.scriptKb)),
        firstPaintMs: median(each.map((one) => one.firstPaintMs)),
        shift: Math.max(...each.map((one) => one.shift)),
      });
    }
    return found;
  } finally {
    await browser.close();
  }
}

async function paintOnce(browser: Browser, url: string): Promise<Omit<Painted, "name">> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let scriptBytes = 0;
  const sizes: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    sizes.push(
      request.sizes().then(({ responseBodySize }) => void (scriptBytes += responseBodySize)),
    );
  });
  const answer = await page.goto(url, { waitUntil: "networkidle" });
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
  await Promise.all(sizes);
  const { firstPaintMs, shift } = await timesOf(page);
  await context.close();
  return { scriptKb: scriptBytes / 1000, firstPaintMs, shift };
}

function timesOf(page: Page): Promise<{ firstPaintMs: number; shift: number }> {
  return page.evaluate(async () => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    const shift = await new Promise<number>((resolve) => {
      let sum = 0;
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ("value" in entry && typeof entry.value === "number") sum += entry.value;
      });
      observer.observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(sum), 300);
    });
    if (painted === undefined) throw new Error(`${location.href} was never painted`);
    return { firstPaintMs: painted.startTime, shift };
  });
}
