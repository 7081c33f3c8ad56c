import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { manyEpisodes, nativeText } from "@/lib/ingest/testing/native-text";
import { expect, test } from "./fixtures";
import { importPaths } from "./stage";

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));
const SEEN = { timeout: 30_000 };

/** Of its own: what other tests count in the example stays. */
const PROJECT = "import-agent";
test.beforeAll(async () => {
  test.setTimeout(120_000);
  await importPaths(PROJECT, join(FIXTURES, "garak/bare.jsonl"));
});

/** Where the files of one test lie, under the names that the page shows. */
function folder(): string {
  return mkdtempSync(join(tmpdir(), "aftermath-import-"));
}

/** Sends files or a folder; the page of the import then looks at them first. */
async function upload(page: Page, label: "Choose files" | "Choose a folder", paths: string[]) {
  await page.goto(`/p/${PROJECT}/imports`);
  await page.getByLabel(label).setInputFiles(paths);
  await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/);
}

async function importIt(page: Page, episodes: string): Promise<void> {
  await page.getByRole("button", { name: `Import ${episodes}`, exact: true }).click(SEEN);
}

test("a dropped file is looked at, becomes a campaign, and the same file again doubles nothing", async ({
  page,
}) => {
  const path = join(folder(), "my-run.jsonl");
  cpSync(join(FIXTURES, "aftermath", "complete.jsonl"), path);
  await upload(page, "Choose files", [path]);
  const main = page.getByRole("main");
  await expect(main).toContainText("It would import 2 arms, 2 attacks, 3 cases, 4 episodes", SEEN);
  await expect(main.getByRole("heading", { level: 1 })).toContainText("my-run.jsonl");
  await page.reload();
  await importIt(page, "4 episodes");
  await page.getByRole("link", { name: "Open the campaign" }).click(SEEN);
  await expect(page).toHaveURL(/\/campaigns\//);

  await upload(page, "Choose files", [path]);
  await expect(main).toContainText("The same bytes are stored as", SEEN);
  await importIt(page, "4 episodes");
  await expect(main).toContainText("Already imported as", SEEN);
});

test("a cut file says before and after what is wrong, where, and keeps what is good", async ({
  page,
}) => {
  const whole = readFileSync(join(FIXTURES, "aftermath", "complete.jsonl"), "utf8");
  const lines = whole.trimEnd().split("\n");
  const path = join(folder(), "cut.jsonl");
  const first = JSON.stringify({ ...JSON.parse(lines[0] ?? ""), key: "cut" });
  writeFileSync(path, [first, ...lines.slice(1, -2), (lines.at(-2) ?? "").slice(0, 40)].join("\n"));
  await upload(page, "Choose files", [path]);
  const main = page.getByRole("main");
  await expect(main).toContainText("1 record would be refused", SEEN);
  await expect(main).toContainText("Its lines are always kept: they are the records themselves.");
  await expect(main.getByLabel("Keep the source's own bytes")).toHaveCount(0);
  await main.getByText("This is not JSON").click();
  await expect(main).toContainText(`cut.jsonl, line ${lines.length - 1}`);
  await importIt(page, "3 episodes");
  await expect(main).toContainText("3 episodes imported; 1 refused", SEEN);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ]);
  const rows = readFileSync(await download.path(), "utf8").split("\r\n");
  expect(rows[0]).toBe("severity,code,message,file,line,byte,path");
  expect(rows[1]).toMatch(new RegExp(`^refused,.*,cut\\.jsonl,${lines.length - 1},`));
});

test("a file of no known format is refused with what was looked for, and can be discarded", async ({
  page,
}) => {
  const path = join(folder(), "notes.txt");
  writeFileSync(path, "Nothing to see here.\n");
  await upload(page, "Choose files", [path]);
  const main = page.getByRole("main");
  await expect(main).toContainText("No known format. Looked for Aftermath records", SEEN);
  await expect(main).toContainText("Nothing to see here.");
  await expect(main.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Discard the upload" }).click();
  await expect(main).toContainText("nothing of it was kept", SEEN);
});

test("a folder of AgentDojo runs is imported with another answer to its question", async ({
  page,
}) => {
  const root = join(folder(), "runs");
  mkdirSync(root);
  cpSync(join(FIXTURES, "agentdojo", "runs"), root, { recursive: true });
  await upload(page, "Choose a folder", [root]);
  const main = page.getByRole("main");
  await expect(main).toContainText(
    "model-a-tool_filter: 2 of 11 attacks ended aborted (turn limit); the file counts 1 of them as a defence and 1 as a successful attack.",
    SEEN,
  );
  await expect(main.getByLabel("Keep the source's own bytes")).toBeChecked();
  const done = main.getByRole("row", { name: /^task done/ });
  await expect(done).toContainText("7 defended, 2 attacked");
  await page.getByLabel("What `security: true` means").selectOption("safe");
  await expect(page.getByRole("button", { name: "Import 21 episodes" })).toBeDisabled();
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(done).toContainText("2 defended, 7 attacked", SEEN);
  await expect(page.getByLabel("What `security: true` means")).toHaveValue("safe");
  await importIt(page, "21 episodes");
  await page.getByRole("link", { name: "Open the campaign" }).click(SEEN);
  await expect(main).toContainText("arms");
});

test("a manifest gives the tools their roles; one that is none is refused in its place", async ({
  page,
}) => {
  const here = folder();
  const root = join(here, "with-roles");
  cpSync(join(FIXTURES, "agentdojo", "runs"), root, { recursive: true });
  const manifest = join(here, "roles.json");
  writeFileSync(manifest, '{"tools":[{"name":"send_message","role":"erase"}]}');
  await upload(page, "Choose a folder", [root]);
  const main = page.getByRole("main");
  await expect(main).toContainText("4 of 4 called tools have no role", SEEN);
  await page.getByLabel("Choose a manifest").setInputFiles(manifest);
  await expect(main.getByRole("alert")).toContainText("roles.json is no manifest: $.tools.0.role");
  writeFileSync(manifest, '{"tools":[{"name":"send_message","role":"send"}]}');
  await page.getByLabel("Choose a manifest").setInputFiles(manifest);
  await expect(main).toContainText("roles.json, 1 tool");
  await expect(main.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(main).toContainText("Roles come from the manifest that was given.", SEEN);
  await expect(main).toContainText("3 of 4 called tools have no role");
});

test("a running import tells its bytes and episodes, and leaves nothing when it is cancelled", async ({
  page,
}) => {
  const path = join(folder(), "long.jsonl");
  writeFileSync(path, nativeText({ key: "long", episodes: manyEpisodes(120_000) }));
  await upload(page, "Choose files", [path]);
  const main = page.getByRole("main");
  await importIt(page, "120,000 episodes");
  const told = main.getByText(/^Reading: [\d.]+ [KM]iB of [\d.]+ MiB, \d+ %, [\d,]+ episodes$/);
  await expect(told).toBeVisible(SEEN);
  await expect(main.getByRole("progressbar", { name: "Reading" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel the import" }).click();
  await expect(main).toContainText(
    "Cancelled before it was complete; nothing of it was kept.",
    SEEN,
  );
  await page.goto(`/p/${PROJECT}`);
  await expect(main.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  await expect(main).not.toContainText("Campaign 1");
});
