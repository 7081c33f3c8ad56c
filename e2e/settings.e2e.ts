import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { expect, test } from "./fixtures";
import { importPaths } from "./stage";

const CAMPAIGN = fileURLToPath(new URL("../fixtures/aftermath/complete.jsonl", import.meta.url));

test("two admins change the policy at once: the second is told, and loses nothing", async ({
  page: first,
  context,
}) => {
  // A project of its own for each try: its policy has to be the one that it came with.
  const project = `policy-${randomUUID()}`;
  await importPaths(project, CAMPAIGN);
  const second = await context.newPage();
  for (const page of [first, second]) {
    await page.goto(`/p/${project}/settings/policy`);
    // What would change stands there once the page has come alive.
    await expect(page.getByText("Nothing is different from version 1.")).toBeVisible();
  }
  await first.getByLabel("Margin").fill("3");
  await expect(first.getByText("What would change")).toBeVisible();
  await expect(first.getByRole("listitem").filter({ hasText: "Margin: ± 5 points" })).toContainText(
    "± 3 points",
  );
  await first.getByLabel("Why").fill("Stricter for the release");
  await first.getByRole("button", { name: "Save as version 2" }).click();
  await expect(first.getByText("Version 2 holds from now on.")).toBeVisible();
  await expect(first.getByLabel("Why")).toHaveValue("");
  await expect(first.getByLabel("Margin")).toHaveValue("3");

  await second.getByLabel("Cap").fill("0");
  await expect(
    second.getByText("Cap: a number of percent above 0 and below 100, with at most two decimals."),
  ).toBeVisible();
  await second.getByLabel("Cap").fill("15");
  await second.getByRole("checkbox", { name: "Strict parity" }).check();
  await second.getByLabel("Why").fill("Fewer aborts");
  await second.getByRole("button", { name: "Save as version 2" }).click();
  await expect(second.getByRole("alert").filter({ hasText: "Version 2 was saved" })).toBeVisible();
  await expect(second.getByLabel("Cap")).toHaveValue("15");
  await expect(second.getByLabel("Why")).toHaveValue("Fewer aborts");
  await expect(second.getByRole("checkbox", { name: "Strict parity" })).toBeChecked();
  // What nobody touched here is what the other one saved.
  await expect(second.getByLabel("Margin")).toHaveValue("3");
  await second.getByRole("button", { name: "Save as version 3" }).click();
  await expect(second.getByText("Version 3 holds from now on.")).toBeVisible();
  const rows = second.getByRole("table", { name: /Versions of the policy/ }).getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(/^3.*± 3 points.*15 %.*on.*Fewer aborts$/);
  await expect(rows.nth(3)).toContainText("came with the project");
});
