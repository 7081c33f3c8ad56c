import type { Page } from "@playwright/test";
import { readPostmaster } from "@/db/cluster/postmaster";
import { startOwnServer } from "@/bin/testing/own-server";
import { expect, test } from "./fixtures";
import { audit, hangHooks, ranIn } from "./hostile/audit";
import { passingBy } from "./wcag";

const POLICY =
  /^default-src 'none'; script-src 'nonce-([A-Za-z0-9+/]{22,}={0,2})' 'strict-dynamic';/;

/** Opens an address and tells what of its policy is weak, and what broke it. */
async function faultsAt(page: Page, address: string): Promise<string[]> {
  const response = await page.goto(address);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const policy = response?.headers()["content-security-policy"] ?? "none";
  const faults = [...(await ranIn(page)), ...(await audit(page)).faults];
  if (!POLICY.test(policy) || policy.includes("unsafe")) faults.push(`policy: ${policy}`);
  return faults.map((fault) => `${address}: ${fault}`);
}

test("D5, D12: the page of an error keeps its policy, shows an id and nothing of the inside", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const server = await startOwnServer();
  const postmaster = await readPostmaster(`${server.dataDir}/postgres`);
  process.kill(postmaster?.pid ?? 0, "SIGKILL");
  const page = await browser.newPage({ baseURL: server.origin });
  await hangHooks(page);
  const faults = await faultsAt(page, "/p/support-agent");
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
