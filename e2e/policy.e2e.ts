import type { Page } from "@playwright/test";
import { z } from "zod";
import { readPostmaster } from "@/db/cluster/postmaster";
import { builtAddresses } from "@/bin/testing/built-routes";
import { startOwnServer } from "@/bin/testing/own-server";
import { figure } from "@/lib/testing/security-figure";
import { expect, test } from "./fixtures";
import { audit, hangHooks, ranIn } from "./hostile/audit";
import { passingBy } from "./wcag";

const EXAMPLE = "/p/support-agent";
const FORMS = [
  `${EXAMPLE}/campaigns/nightly-4/episodes/1?view=record`,
  `${EXAMPLE}/campaigns/nightly-4?verify=now`,
  `${EXAMPLE}/compare?baseline=nightly-3/guardrail-off&candidate=nightly-4/guardrail-on`,
  `${EXAMPLE}/compare?baseline=nightly-3/guardrail-off&candidate=nightly-5/guardrail-on`,
];
const POLICY =
  /^default-src 'none'; script-src 'nonce-([A-Za-z0-9+/]{22,}={0,2})' 'strict-dynamic';/;

// A trace keeps every page, and a page that fails says where by itself.
test.use({ trace: "off" });

/** Every page of the build, those that have several forms in each, and addresses that lead nowhere. */
async function addresses(page: Page): Promise<string[]> {
  const parts: Record<string, string> = {
    project: "support-agent",
    campaign: "nightly-4",
    episode: "1",
    check: "unknown_tools",
    import: await someImport(page),
    comparison: await savedComparison(page),
  };
  const part = (name: string) => {
    const known = parts[name];
    if (known === undefined) throw new Error(`no ${name} is known to open a page of`);
    return known;
  };
  const pages = builtAddresses()
    .filter(({ isPage }) => isPage)
    .map(({ address }) => address.replaceAll(/\[(\w+)\]/g, (_, name: string) => part(name)));
  return [
    ...pages,
    ...FORMS,
    "/nowhere",
    "/p/nobody",
    "/p/support-agent/campaigns/never",
    "/_next/static/none.js",
    "/_next/image?url=%2Ficon.svg&w=64&q=75",
    "/p/%ff",
    "/api/v1/projects/none",
  ];
}

async function someImport(page: Page): Promise<string> {
  const answer: unknown = await (
    await page.request.get(`/api/v1${EXAMPLE.replace("/p/", "/projects/")}/imports`)
  ).json();
  return (
    z.object({ items: z.array(z.object({ id: z.string() })).min(1) }).parse(answer).items[0]?.id ??
    ""
  );
}

async function savedComparison(page: Page): Promise<string> {
  await page.goto(FORMS[2] ?? "");
  await page.getByLabel("Name of this comparison").fill("Every page");
  await page.getByRole("button", { name: "Save this comparison" }).click();
  await page.waitForURL(/\/comparisons\/[^/]+$/);
  return page.url().split("/").at(-1) ?? "";
}

/** Opens an address and tells what of its policy is weak, and what broke it. */
async function faultsAt(page: Page, address: string, nonces: Set<string>): Promise<string[]> {
  const response = await page.goto(address);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const policy = response?.headers()["content-security-policy"] ?? "none";
  const faults = [...(await ranIn(page)), ...(await audit(page)).faults];
  const nonce = POLICY.exec(policy)?.[1];
  if (nonce === undefined || policy.includes("unsafe")) faults.push(`policy: ${policy}`);
  else nonces.add(nonce);
  return faults.map((fault) => `${address}: ${fault}`);
}

// Pages of accounts are not there without accounts; those of e2e/accounts.e2e.ts fail by an error of the console.
test("D5: no page, found or not, breaks its own policy", async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  // A page that nobody else watches: a 404 is an error of the console too, and here it is asked for.
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await hangHooks(page);
  const faults: string[] = [];
  const nonces = new Set<string>();
  const opened = await addresses(page);
  for (const address of opened) faults.push(...(await faultsAt(page, address, nonces)));
  expect(faults).toEqual([]);
  expect(nonces.size).toBe(opened.length);
  await page.close();
  await figure("D5", `${opened.length} addresses in Chromium: 0 violations (bar: 0)`);
});

test("D5, D12: nor does the page of an error, which shows an id and nothing of the inside", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startOwnServer();
  const postmaster = await readPostmaster(`${server.dataDir}/postgres`);
  process.kill(postmaster?.pid ?? 0, "SIGKILL");
  const page = await browser.newPage({ baseURL: server.origin });
  await hangHooks(page);
  const faults = await faultsAt(page, "/p/support-agent", new Set());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be made");
  const shown = await page.getByRole("main").innerText();
  const digest = /under (\d+)\./.exec(shown)?.[1] ?? "none";
  expect(server.said()).toContain(`"digest":"${digest}"`);
  expect(shown).not.toMatch(/ECONN|query|select|\bat /i);
  expect(faults).toEqual([]);
  await passingBy(page, "error");
  await page.close();
  await server.stop();
});
