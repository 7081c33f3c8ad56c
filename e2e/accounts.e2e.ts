import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { totp } from "../lib/auth/testing/totp";
import { expect as expectAtOnce, test } from "./fixtures";
import { passingBy } from "./wcag";

/** A server of its own, with accounts and nothing in its data folder. */
const PORT = String(3900 + Math.floor(Math.random() * 90));
const ADDRESS = `http://localhost:${PORT}`;
const DATA = mkdtempSync(join(tmpdir(), "aftermath-e2e-accounts-"));
const ADA = {
  name: "Ada Lovelace",
  email: "ada@test.example",
  password: "seven quiet herons wade",
};
const BEN = { name: "Ben", email: "ben@test.example", password: "eleven slow otters drift" };

let server: ChildProcess;
let said = "";

test.use({ baseURL: ADDRESS });
test.describe.configure({ mode: "serial", timeout: 180_000 });
// A password takes a tenth of a second to look at on a machine that does nothing else.
const expect = expectAtOnce.configure({ timeout: 30_000 });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = spawn(process.execPath, ["bin/start.mjs"], {
    env: {
      ...process.env,
      PORT,
      AFTERMATH_ACCOUNTS: "on",
      AFTERMATH_DATA_DIR: DATA,
      AFTERMATH_LOG: "text",
      DATABASE_URL: "",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  server.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  while (codeInLog() === null && server.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 100));
});

test.afterAll(async () => {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  rmSync(DATA, { recursive: true, force: true });
});

function codeInLog(): string | null {
  return (
    /^First run: open \S+\/setup within 60 minutes and give this code, once: ([0-9a-f]{40})$/m.exec(
      said,
    )?.[1] ?? null
  );
}

test("B1: the first run makes one admin with the code of the log, and is over", async ({
  page,
}) => {
  await page.goto("/p/support-agent");
  await expect(page).toHaveURL(`${ADDRESS}/setup`);
  expect(await page.content()).not.toContain(codeInLog());
  await passingBy(page, "set-up");
  await page.getByLabel("Set-up code").fill("0".repeat(40));
  await page.getByLabel("Your name").fill(ADA.name);
  await page.getByLabel("E-mail address").fill(ADA.email);
  await page.getByLabel("Password").fill(ADA.password);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByText("That is not the code in the server's log")).toBeVisible();
  await passingBy(page, "set-up, refused");
  // What was typed is still there; the code alone is wrong.
  await page.getByLabel("Set-up code").fill(codeInLog() ?? "");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page).toHaveURL(/\/p\/support-agent$/);
  await expect(page.getByText(ADA.name)).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes("session"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect((await page.request.get("/setup")).status()).toBe(404);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto("/p/support-agent/episodes");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("sign-in leads to where one wanted to go, and says nothing of who is there", async ({
  page,
}) => {
  await page.goto("/p/support-agent/methods");
  await passingBy(page, "sign-in");
  await page.getByLabel("E-mail address").fill("nobody@test.example");
  await page.getByLabel("Password").fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The address or the password is wrong.")).toBeVisible();
  await passingBy(page, "sign-in, refused");
  await page.getByLabel("E-mail address").fill(ADA.email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/p\/support-agent\/methods$/);
});

test("B7: an invited person joins, and the second step closes everything until its code", async ({
  browser,
  page,
}) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(ADA.email);
  await page.getByLabel("Password").fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/p\/support-agent$/);

  await page.goto("/settings/people");
  await page.getByLabel("E-mail address").fill(BEN.email);
  await page.getByLabel("Support agent").first().selectOption("viewer");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = (await page.getByText(/\/invitation\?code=/).textContent()) ?? "";

  await page.goto("/account");
  await page.getByLabel("Present password").first().fill(ADA.password);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const secret = (await page.getByText(/^[A-Z2-7]{40,}$/).textContent()) ?? "";
  await expect(
    page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem"),
  ).toHaveCount(10);
  const recovery =
    (await page
      .getByRole("list", { name: "Recovery codes" })
      .getByRole("listitem")
      .first()
      .textContent()) ?? "";
  await page.getByLabel("Code of six digits").fill(totp(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: "Turn off the second step" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();

  await page.getByLabel("E-mail address").fill(ADA.email);
  await page.getByLabel("Password").fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  for (const path of ["/", "/p/support-agent", "/account", "/settings/people"]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]]).toEqual([
      307,
      expect.stringMatching(/^\/sign-in\?next=/),
    ]);
  }
  expect((await page.request.get("/api/v1/projects")).status()).toBe(401);
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/p\/support-agent$/);

  const guest = await (await browser.newContext({ baseURL: ADDRESS })).newPage();
  await guest.goto(link);
  await guest.getByLabel("Your name").fill(BEN.name);
  await guest.getByLabel("Password").fill(BEN.password);
  await guest.getByRole("button", { name: "Join" }).click();
  await expect(guest).toHaveURL(/\/p\/support-agent$/);
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "This invitation is over" })).toBeVisible();
  expect((await guest.request.get("/settings/people")).status()).toBe(403);

  // A ban counts with the next request.
  await page.goto("/settings/people");
  const ben = page.getByRole("listitem").filter({ hasText: BEN.email });
  await ben.getByText("Change").click();
  await ben.getByRole("button", { name: "Ban" }).click();
  await expect(ben.getByText("banned", { exact: true })).toBeVisible();
  await guest.goto("/p/support-agent");
  await expect(guest).toHaveURL(/\/sign-in\?next=/);
});
