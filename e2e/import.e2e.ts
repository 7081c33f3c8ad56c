import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));

/** Where the files of one test lie, under the names that the page shows. */
function folder(): string {
  return mkdtempSync(join(tmpdir(), "aftermath-import-"));
}

async function importFiles(page: Page, ...paths: string[]): Promise<void> {
  await page.goto("/p/support-agent/imports");
  await page.getByLabel("Choose files").setInputFiles(paths);
  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/);
}

test("a dropped file becomes a campaign, and the same file again doubles nothing", async ({
  page,
}) => {
  const path = join(folder(), "my-run.jsonl");
  cpSync(join(FIXTURES, "aftermath", "complete.jsonl"), path);
  await importFiles(page, path);
  const main = page.getByRole("main");
  await expect(main).toContainText("imported", { timeout: 20_000 });
  await expect(main.getByRole("heading", { level: 1 })).toContainText("my-run.jsonl");
  await page.getByRole("link", { name: "Open the campaign" }).click();
  await expect(page).toHaveURL(/\/campaigns\//);

  await importFiles(page, path);
  await expect(main).toContainText("Already imported as", { timeout: 20_000 });
});

test("a cut file says what is wrong, where, and keeps what is good", async ({ page }) => {
  const whole = readFileSync(join(FIXTURES, "aftermath", "complete.jsonl"), "utf8");
  const lines = whole.trimEnd().split("\n");
  const path = join(folder(), "cut.jsonl");
  const first = JSON.stringify({ ...JSON.parse(lines[0] ?? ""), key: "cut" });
  writeFileSync(path, [first, ...lines.slice(1, -2), (lines.at(-2) ?? "").slice(0, 40)].join("\n"));
  await importFiles(page, path);
  const main = page.getByRole("main");
  await expect(main).toContainText("1 refused", { timeout: 20_000 });
  await expect(main).toContainText(`cut.jsonl, line ${lines.length - 1}`);
});

test("a file of no known format is refused with what was looked for", async ({ page }) => {
  const path = join(folder(), "notes.txt");
  writeFileSync(path, "Nothing to see here.\n");
  await importFiles(page, path);
  const main = page.getByRole("main");
  await expect(main).toContainText("not imported", { timeout: 20_000 });
  await expect(main).toContainText("aftermath/1");
});

test("a folder of AgentDojo runs is read as one campaign with an arm a pipeline", async ({
  page,
}) => {
  const root = join(folder(), "runs");
  mkdirSync(root);
  cpSync(join(FIXTURES, "agentdojo", "runs"), root, { recursive: true });
  await page.goto("/p/support-agent/imports");
  await page.getByLabel("Choose a folder").setInputFiles(root);
  const main = page.getByRole("main");
  await expect(main).toContainText("recoded", { timeout: 20_000 });
  await page.getByRole("link", { name: "Open the campaign" }).click();
  await expect(main).toContainText("arms");
});
