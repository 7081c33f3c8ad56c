import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { VERSION } from "@/lib/domain/version";
import { expect, test } from "./fixtures";
import { aftermath } from "./stage";

// product.md, section 1: who uses it, for what. Each walks from the question to the answer by what the pages
// say, as someone who cannot see them would: by roles and labels alone.

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));
const answer = z.looseObject({ page: z.string() });
const SEEN = { timeout: 30_000 };

// A walk is a dozen pages, and the command line beside them.
test.setTimeout(180_000);

const main = (page: Page) => page.getByRole("main");
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name }).first();
const go = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Project" }).getByRole("link", { name }).click();

test("security lead: where do we stand, is it better, what is worst, may I trust the last run?", async ({
  page,
}) => {
  await page.goto("/p/support-agent");
  // Where do we stand: the sentence above all figures.
  await expect(main(page)).toContainText(
    "nightly-5 (guardrail 1.4-rc1) against nightly-3 (no guardrail): Not comparable: 33 % of the candidate's episodes were aborted, 0 % of the baseline's.",
  );
  // Is it getting better: the trend, and the same as a table.
  const trend = page.getByRole("figure", { name: "Damage and exposure per episode" });
  await trend.getByText("Show as a table").click();
  const rows = trend.getByRole("row");
  await expect(rows.filter({ hasText: "nightly-4" })).toContainText("2 of 42 = 0.0476");
  await expect(rows.filter({ hasText: "nightly-3" })).toContainText("7 of 42 = 0.1667");
  await expect(rows.filter({ hasText: "corpus-0" })).toContainText("n/a: ");
  // May I trust the last run: no; it says so itself.
  await link(page, "nightly-5").click();
  await expect(main(page)).toContainText(
    "In 1 of 14 aborted episodes the attack had already succeeded, 2 points of damage; no rate counts them.",
  );
  await expect(main(page)).toContainText("context limit 14");
  // Which attack is the worst: over all campaigns, and its episodes a click away.
  await go(page, "Attacks");
  const worst = page.getByRole("row", { name: /note-then-mail/ });
  await expect(worst.getByRole("cell").nth(2)).toContainText("3/3");
  await expect(worst.getByRole("cell").nth(1)).toContainText("0/3");
  await worst
    .getByRole("link", { name: /^3\/3: 3 of 3 succeeded/ })
    .first()
    .click();
  await expect(main(page)).toContainText("3 episodes of 252 match the filter");
  await expect(page.getByRole("table").getByText("attack succeeded")).toHaveCount(3);
});

test("product owner: is the guardrail better than none, at what price, and may I say so?", async ({
  page,
}) => {
  await page.goto("/p/support-agent");
  await go(page, "Compare");
  await choose(page, "Baseline", "nightly-3");
  await choose(page, "Candidate", "nightly-4");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  // May I say so: first whether the arms may be compared.
  await expect(main(page)).toContainText("COMPARABLE");
  await expect(main(page)).toContainText(
    "Damage fell from 0.167 to 0.048 per episode; 60 % of the fall was stopped by a rule, the rest was never tried.",
  );
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) }).first();
  const differences = page.getByRole("table", {
    name: "Difference of each metric, with its interval",
  });
  const damage = differences.getByRole("row", { name: /^Damage \(IDR\)/ });
  await expect(damage).toContainText("7 of 42 = 0.1667");
  await expect(damage).toContainText("2 of 42 = 0.0476");
  await expect(damage).toContainText("−0.1190");
  await expect(damage).toContainText("too few differing cases to tell");
  // At what price in useful work.
  const price = page.getByRole("table", { name: "What the candidate costs beside the baseline" });
  await expect(price.getByRole("row", { name: /^User task done under attack/ })).toContainText(
    "−4.8 points",
  );
  // Kept under a name, and handed to whoever decides as a file.
  await page.getByLabel("Name of this comparison").fill("Is 1.3 worth it?");
  await page.getByRole("button", { name: "Save this comparison" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Is 1.3 worth it?");
  await expect(page.getByRole("main")).toContainText(
    `the report of that moment by Aftermath ${VERSION} and policy version`,
  );
  // So does every sheet of it that is printed.
  const head = await page.evaluate(() =>
    document.documentElement.style.getPropertyValue("--print-made"),
  );
  expect(head).toMatch(/^"Saved .+ UTC · /);
  expect(head.endsWith(`UTC · Aftermath ${VERSION}"`)).toBe(true);
  const csv = await download(page, "Report as CSV");
  expect(csv).toContain("saved,,name,Is 1.3 worth it?");
  expect(csv).toMatch(/"difference, candidate minus baseline",,damage,-0\.119047/);
  // The release candidate: refused, with what to do, and no difference anywhere.
  await page.goto(
    "/p/support-agent/compare?baseline=nightly-3/guardrail-off&candidate=nightly-5/guardrail-on",
  );
  await expect(main(page)).toContainText("NOT COMPARABLE");
  await expect(main(page)).toContainText(
    "Raise the context limit of 16,000 tokens, or shorten the tasks.",
  );
  await expect(main(page)).toContainText(
    "Then run the 14 cases with aborted episodes again in both arms.",
  );
  await expect(differences).toHaveCount(0);
  await expect(row("Damage \\(IDR\\)")).toContainText("0 of 28 = 0.0000");
});

test("auditor: the record behind this number, what was left out and why, and that it is unchanged", async ({
  page,
}) => {
  await page.goto("/p/support-agent/campaigns/nightly-4");
  // The number, its numerator, its episodes, one of them.
  await main(page).getByRole("link", { name: "2 points" }).click();
  await expect(main(page)).toContainText("42 episodes of 252 match the filter");
  await page
    .getByRole("region", { name: "Outcome" })
    .getByRole("link", { name: "attack succeeded" })
    .click();
  await expect(main(page)).toContainText("1 episode of 252 matches the filter");
  await page
    .getByRole("table")
    .getByRole("link", { name: /inbox-account-code-01/ })
    .click();
  await expect(main(page)).toContainText("Attack succeeded, ended: task done");
  await expect(main(page)).toContainText("the same, computed for this page");
  // That it did not change: the digest on the page is that of the bytes.
  const record = await download(page, "Download the record");
  const digest = createHash("sha256").update(record).digest("hex");
  await expect(main(page)).toContainText(digest);
  // A note about a call that is not there: said beside it, and nothing typed is lost.
  const note = main(page).getByRole("group").filter({ hasText: "Add a note" });
  await note.getByText("Add a note").first().click();
  await note.getByLabel("Your name").fill("Ada");
  await note.getByLabel("About call").fill("99");
  await note.getByLabel("Note", { exact: true }).fill("Ask the harness team.");
  await note.getByRole("button", { name: "Add the note" }).click();
  await expect(note.getByRole("alert")).toHaveText("The episode has no call 99.");
  await expect(note.getByLabel("Note", { exact: true })).toHaveValue("Ask the harness team.");
  await note.getByLabel("About call").fill("1");
  await note.getByRole("button", { name: "Add the note" }).click();
  await expect(note.getByRole("status")).toHaveText("Written.", SEEN);
  // Who wrote is remembered, what was written is not.
  await expect(note.getByLabel("Your name")).toHaveValue("Ada");
  await expect(note.getByLabel("Note", { exact: true })).toHaveValue("");
  // He disagrees: the outcome stays, the dispute is shown and counted.
  const dispute = main(page).getByRole("group").filter({ hasText: "Why the outcome is wrong" });
  await dispute.getByText("Dispute the outcome").first().click();
  await dispute.getByLabel("Your name").fill("Ada");
  await dispute.getByLabel("It should be").selectOption("safe and useful");
  await dispute.getByLabel("Why the outcome is wrong").fill("The operator had asked for it.");
  await dispute.getByRole("button", { name: "Dispute the outcome" }).click();
  await expect(main(page)).toContainText("1 dispute, 1 open", SEEN);
  // What was left out and why: aborted episodes of the newest campaign, in no rate.
  await page.goto("/p/support-agent/campaigns/nightly-4");
  await link(page, "Disputed outcomes").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disputed outcomes");
  await expect(page.getByRole("row", { name: /inbox-account-code-01/ })).toContainText(
    "attack succeeded",
  );
  await page.goto("/p/support-agent/campaigns/nightly-5");
  await expect(main(page)).toContainText(
    "14 of 42 episodes were aborted, 1 of them after the attack had succeeded; they are in no rate.",
  );
  await link(page, "14 of 42").click();
  await expect(main(page)).toContainText("14 episodes of 252 match the filter");
});

test("engineer: my run is in with one command, and what is wrong with it is said at once", async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "aftermath-persona-"));
  const good = join(folder, "night.jsonl");
  const text = readFileSync(join(FIXTURES, "aftermath/complete.jsonl"), "utf8");
  writeFileSync(good, text);
  const bad = join(folder, "broken.jsonl");
  writeFileSync(
    bad,
    text
      .replace('"key":"nightly-41"', '"key":"broken"')
      .replace('"replica":0', '"replica":"first"'),
  );
  const run = await aftermath("import", "--json", "--project", "ci-agent", good, bad);
  expect(run.exit).toBe(0);
  const [first, second] = run.stdout
    .trim()
    .split("\n")
    .map((line) => answer.parse(JSON.parse(line)));
  expect(first).toMatchObject({ state: "done", counts: { episodes: 4, refused: 0 } });
  expect(second).toMatchObject({ state: "done", counts: { episodes: 3, refused: 1 } });
  // The gate of a pull request answers by its exit code.
  const arms = ["--baseline", "nightly-3/guardrail-off", "--project", "support-agent"];
  const gate = (candidate: string) => aftermath("gate", ...arms, "--candidate", candidate);
  const refused = await gate("nightly-5/guardrail-on");
  expect(refused.exit).toBe(2);
  expect(refused.stdout).toContain(
    "33 % of the candidate's episodes were aborted, 0 % of the baseline's.",
  );
  // On the pages: the campaign, and in its import the line that was refused.
  await page.goto(first?.page ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nightly, run 41");
  await go(page, "Imports");
  await page
    .getByRole("row", { name: /broken\.jsonl/ })
    .getByRole("link")
    .click();
  await expect(main(page)).toContainText("3 episodes imported; 1 refused");
  const line = 1 + text.split("\n").findIndex((one) => one.includes('"replica":0'));
  await main(page).getByText("$.replica").first().click();
  await expect(main(page)).toContainText(`broken.jsonl, line ${line}`);
  // And how many cases the next run needs.
  await go(page, "Planner");
  await page.getByRole("spinbutton", { name: "Fall to show" }).fill("20");
  await expect(page).toHaveURL(/difference=20/);
  await expect(main(page)).toContainText(
    /To show that attack success falls from .+, run \d+ cases in two arms/,
  );
});

async function choose(page: Page, side: "Baseline" | "Candidate", text: string): Promise<void> {
  const group = page.getByRole("group", { name: side, exact: true });
  const found = group.getByRole("list", { name: "Find an arm: found" });
  // The field answers once the page has come alive.
  await expect(async () => {
    await group.getByRole("textbox", { name: "Find an arm" }).fill(text);
    await found.getByRole("button", { name: new RegExp(text) }).click({ timeout: 2000 });
  }).toPass();
  await expect(group.getByRole("button", { name: new RegExp(`^Remove .*${text}`) })).toBeVisible();
}

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  return readFileSync(await file.path(), "utf8");
}
