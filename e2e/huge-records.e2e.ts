import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { nativeText } from "../lib/ingest/testing/native-text";
import { figure } from "../lib/testing/security-figure";
import { expect, test } from "./fixtures";
import { importPaths } from "./stage";

const PROJECT = "huge-agent";
const BYTES_BAR = 2e6;
const MEMORY_BAR_MB = 300;

/** The deepest that is taken has 128 levels. */
const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => ({ in: inner }), "bottom");

/** Each as large as its kind may be, or larger than anybody can read; `seen` is how it begins. */
const RECORDS = {
  "a text of 31 MB": {
    seen: "lorem ipsum lorem ipsum",
    record: { events: [message("lorem ipsum ".repeat(2_580_000))] },
  },
  "a line of 10 million characters": {
    seen: "xxxxxxxxxxxxxxxxxxxx",
    record: { events: [message("x".repeat(10_000_000))] },
  },
  "50,000 messages": {
    seen: "message 7 message 7",
    record: {
      events: Array.from({ length: 50_000 }, (_, no) => message(`message ${no} `.repeat(20))),
    },
  },
  "10,000 calls with nested arguments": {
    seen: "bottom",
    record: {
      calls: Array.from({ length: 10_000 }, (_, no) => ({
        tool: "send_email",
        args: { no, deep: no % 100 === 0 ? deep : "flat" },
        executed: true,
      })),
    },
  },
};

function message(text: string) {
  return { kind: "message" as const, role: "assistant", text };
}

test.describe.configure({ mode: "serial", timeout: 240_000 });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), "aftermath-huge-"));
  const file = join(folder, "huge.jsonl");
  const episodes = Object.values(RECORDS).map(({ record }, replica) => ({
    replica,
    ...record,
  }));
  writeFileSync(file, nativeText({ key: "huge", name: "Huge", episodes }));
  const [done] = await importPaths(PROJECT, file);
  expect(done?.page).toContain("/huge");
  rmSync(folder, { recursive: true, force: true });
});

/** Memory of the process that draws the page, in MB. */
async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) =>
      Number(execFileSync("ps", ["-o", "rss=", "-p", String(id)], { encoding: "utf8" })),
    );
  expect(sizes.length).toBeGreaterThan(0);
  return Math.max(...sizes) / 1000;
}

/** What comes over the line from now on, in bytes, as it is sent. */
async function countBytes(page: Page): Promise<() => number> {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => bytes;
}

const firstPaintMs = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );

const worst = { sent: 0, memoryMb: 0, paintMs: 0 };

for (const [no, [name, { seen }]] of Object.entries(RECORDS).entries())
  for (const view of ["", "?view=record"])
    test(`D4: ${name}${view === "" ? "" : ", as it is stored,"} is drawn from a little of it`, async ({
      page,
      browser,
    }) => {
      const bytes = await countBytes(page);
      await page.goto(`/p/${PROJECT}/campaigns/huge/episodes/${no + 1}${view}`);
      await expect(page.getByRole("main")).toContainText(seen);
      // What comes behind the first paint is there as well.
      await page.waitForLoadState("networkidle");
      const sent = bytes();
      const memoryMb = await memoryOf(browser);
      const paintMs = await firstPaintMs(page);
      expect(sent).toBeGreaterThan(10_000);
      expect(sent).toBeLessThan(BYTES_BAR);
      expect(memoryMb).toBeLessThan(MEMORY_BAR_MB);
      expect(paintMs).toBeGreaterThan(0);
      worst.sent = Math.max(worst.sent, sent);
      worst.memoryMb = Math.max(worst.memoryMb, memoryMb);
      worst.paintMs = Math.max(worst.paintMs, paintMs);
    });

test.afterAll(async () => {
  await figure(
    "D4",
    `${Object.keys(RECORDS).join(", ")}, each in two views: at most ${(worst.sent / 1e6).toFixed(2)} MB sent (bar: 2), a tab of ${worst.memoryMb.toFixed(0)} MB (bar: 300), painted after ${(worst.paintMs / 1000).toFixed(1)} s (bar: 2)`,
  );
});
