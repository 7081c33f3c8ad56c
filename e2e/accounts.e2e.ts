import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { totp } from "../lib/auth/testing/totp";
import { expect as expectAtOnce, test } from "./fixtures";
import { audit, drawnIn, hangHooks, ranIn, watch } from "./hostile/audit";
import { DRAWN_FORMS, packed, storable } from "./hostile/packs";
import { PAYLOADS } from "./hostile/payloads";
import { withDatabase } from "./stage";
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
test.describe.configure({ mode: "serial", timeout: 360_000 });
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

test("D1: what people are called runs, draws and leads nowhere", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: ADDRESS });
  await hangHooks(page);
  const faults = watch(page, ADDRESS);
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(ADA.email);
  await page.getByLabel("Password").fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/p\/support-agent$/);
  await withDatabase(callEverybodyNames, DATA);
  for (const path of ["/settings/people", "/p/support-agent/settings/people", "/account"]) {
    await page.goto(path);
    faults.push(...(await audit(page)).faults, ...(await ranIn(page)));
    if (path === "/account") continue;
    // A name has a hundred characters at most.
    const whole = DRAWN_FORMS.filter((_, at) => Buffer.byteLength(PAYLOADS[at] ?? "") <= 100);
    expect(whole.length).toBeGreaterThan(300);
    expect((await drawnIn(page, whole)).length, path).toBe(whole.length);
  }
  expect(faults).toEqual([]);
  await page.close();
  await withDatabase((sql) => sql`delete from people where email like 'x9%'`, DATA);
});

/** People whom payloads name, as a sign-in service may name them, and the browser of whoever looks at them. */
async function callEverybodyNames(sql: Sql): Promise<void> {
  for (const [at, pack] of packed(PAYLOADS, 100).entries()) {
    const name = storable(pack).slice(0, 100);
    const email = `x9 ${at} ${storable(pack)}`;
    await sql`
      with someone as (
        insert into people (id, name, email)
        values (gen_random_uuid(), ${name}, lower(${email})) returning id)
      insert into project_members (project_id, person_id, role)
      select projects.id, someone.id, 'viewer' from projects, someone`;
  }
  await sql`update sessions set user_agent = ${PAYLOADS.slice(0, 8).join(" ")}`;
}

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
  await passingBy(page, "people, invited");

  await page.goto("/account");
  await passingBy(page, "account");
  await page.getByLabel("Present password").first().fill(ADA.password);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const secret = (await page.getByText(/^[A-Z2-7]{40,}$/).textContent()) ?? "";
  await expect(
    page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem"),
  ).toHaveCount(10);
  await passingBy(page, "account, setting up the second step");
  const recovery =
    (await page
      .getByRole("list", { name: "Recovery codes" })
      .getByRole("listitem")
      .first()
      .textContent()) ?? "";
  await page.getByLabel("Code of six digits").fill(totp(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: "Turn off the second step" })).toBeVisible();
  await passingBy(page, "account, with the second step");
  await page.getByRole("button", { name: "Sign out" }).click();

  await page.getByLabel("E-mail address").fill(ADA.email);
  await page.getByLabel("Password").fill(ADA.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await passingBy(page, "second step");
  for (const path of ["/", "/p/support-agent", "/account", "/settings/people"]) {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]]).toEqual([
      307,
      expect.stringMatching(/^\/sign-in\?next=/),
    ]);
  }
  expect((await page.request.get("/api/v1/projects")).status()).toBe(401);
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").waitFor();
  await passingBy(page, "second step, recovery code");
  await page.getByLabel("Recovery code").fill(recovery);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/p\/support-agent$/);

  const guest = await (await browser.newContext({ baseURL: ADDRESS })).newPage();
  await guest.goto(link);
  await passingBy(guest, "invitation");
  await guest.getByLabel("Your name").fill(BEN.name);
  await guest.getByLabel("Password").fill(BEN.password);
  await guest.getByRole("button", { name: "Join" }).click();
  await expect(guest).toHaveURL(/\/p\/support-agent$/);
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "This invitation is over" })).toBeVisible();
  await passingBy(guest, "invitation, over");
  expect((await guest.goto("/settings/people"))?.status()).toBe(403);
  await passingBy(guest, "forbidden");

  // A ban counts with the next request.
  await page.goto("/settings/people");
  const ben = page.getByRole("listitem").filter({ hasText: BEN.email });
  await ben.getByText("Change").click();
  await passingBy(page, "people, changing one");
  // Whoever is banned gets no new password.
  await ben.getByRole("button", { name: "Link for a new password" }).click();
  const reset = (await ben.getByText(/\/new-password\?code=/).textContent()) ?? "";
  await guest.goto(reset);
  await guest.getByLabel("New password").waitFor();
  await passingBy(guest, "new password");
  await guest.goto("/new-password?code=used-before");
  await passingBy(guest, "new password, over");
  await ben.getByRole("button", { name: "Ban" }).click();
  await expect(ben.getByText("banned", { exact: true })).toBeVisible();
  await guest.goto("/p/support-agent");
  await expect(guest).toHaveURL(/\/sign-in\?next=/);

  await page.goto("/p/support-agent/settings/people");
  await passingBy(page, "people of a project");
  await page.goto("/settings/audit");
  await expect(page.getByRole("table")).toContainText("banned a person");
  await passingBy(page, "audit log, with people");
});
