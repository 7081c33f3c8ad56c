import { expect, test } from "./fixtures";

const HOME = "/p/support-agent";

test("an arm is found, ticked and compared with the keyboard alone", async ({ page }) => {
  await page.goto(HOME);
  const box = (name: RegExp) => page.getByRole("checkbox", { name });
  await expect(box(/nightly-5/)).toBeVisible();
  // The table answers once the page has come alive; a key pressed before is nobody's.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(box(/nightly-5/)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(box(/nightly-3/)).toBeFocused();
  await page.keyboard.press("x");
  await expect(box(/nightly-3/)).toBeChecked();
  await page.keyboard.press("c");
  await expect(page).not.toHaveURL(/compare/);
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(box(/nightly-4/)).toBeChecked();
  await expect(page.getByRole("main")).toContainText(
    "Baseline: nightly-3 (no guardrail). Against it: nightly-4 (guardrail 1.3).",
  );
  await page.keyboard.press("c");
  await expect(page).toHaveURL(
    /compare\?baseline=nightly-3%2Fguardrail-off&candidate=nightly-4%2Fguardrail-on$/,
  );
});

test("the keys are listed, letters in a field are letters, and keys can be turned off", async ({
  page,
}) => {
  await page.goto(HOME);
  const filter = page.getByLabel("Text in names, guardrail, model");
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(filter).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("j?x");
  await expect(filter).toHaveValue("j?x");
  await filter.blur();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help).toContainText("compare the ticked arms");
  await help.getByRole("checkbox", { name: "Single keys act on this page" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("j");
  await expect(page.getByRole("checkbox", { name: /nightly-5/ })).not.toBeFocused();
  await page.getByRole("button", { name: "Keys" }).click();
  await help.getByRole("checkbox", { name: "Single keys act on this page" }).check();
  await help.getByRole("button", { name: "Close" }).click();
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(page.getByRole("checkbox", { name: /nightly-5/ })).toBeFocused({ timeout: 500 });
  }).toPass();
});

test("filter, order, columns and ticks are all in the address", async ({ page }) => {
  await page.goto(HOME);
  await page.getByRole("checkbox", { name: /nightly-2/ }).check();
  await page.getByRole("button", { name: "Damage" }).click();
  await expect(page).toHaveURL(/sort=/);
  await page.getByRole("combobox", { name: "Guardrail" }).selectOption("no guardrail");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(/guardrail=no\+guardrail/);
  await expect(page).toHaveURL(/tick=nightly-2%2Fguardrail-off/);
  await expect(page).toHaveURL(/sort=/);
  await expect(page.getByRole("heading", { name: "2 campaign arms" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /nightly-2/ })).toBeChecked();
  await page.getByText(/^Columns \(/).click();
  await page.getByRole("link", { name: "Every column" }).click();
  await expect(page.getByRole("columnheader", { name: "ASR@k" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "2 campaign arms" })).toBeVisible();
});

test("a view is saved under a name, opened by it and deleted", async ({ page }) => {
  await page.goto(`${HOME}?verdict=INCOMPLETE`);
  await page.getByText("Saved views (0)").click();
  await page.getByLabel("Name of this view").fill("Not witnessed");
  await page.getByRole("button", { name: "Save this view" }).click();
  await expect(page.getByRole("main")).toContainText("Saved as “Not witnessed”.");
  await page.goto(HOME);
  await page.getByText("Saved views (1)").click();
  await page.getByRole("link", { name: "Not witnessed" }).click();
  await expect(page).toHaveURL(`${HOME}?verdict=INCOMPLETE`);
  await expect(page.getByRole("heading", { name: "1 campaign arm" })).toBeVisible();
  await page.getByText("Saved views (1)").click();
  await page.getByRole("button", { name: "Delete the view Not witnessed" }).click();
  await expect(page.getByText("Saved views (0)")).toBeVisible();
});

test("the verdict and the main figures are in sight on a telephone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(HOME);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "nightly-4" }) });
  for (const words of ["FAIL", "0.0476", "0.0714", "60.0 %"]) {
    const box = await row.getByRole("cell").filter({ hasText: words }).first().boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(row.getByRole("rowheader", { name: /nightly-4/ })).toBeVisible();
});

test("the matrix counts each attack in each arm, says why it holds back, and leads to episodes", async ({
  page,
}) => {
  await page.goto(`${HOME}/attacks`);
  const main = page.getByRole("main");
  await expect(main).toContainText("14 attacks in 6 campaign arms.");
  await expect(main).toContainText("LLM01:2025 Prompt Injection");
  await expect(main).toContainText("AML.T0051.001 LLM Prompt Injection: Indirect");
  await expect(main).toContainText(
    "nightly-5 (guardrail 1.4-rc1) against nightly-4 (guardrail 1.3): not compared.",
  );
  const row = page.getByRole("row", { name: /note-then-mail/ });
  await expect(row.getByRole("cell")).toHaveCount(6);
  await expect(row.getByRole("cell").last()).toContainText("no record of the outcome");
  await row
    .getByRole("link", { name: /3 of 3 succeeded/ })
    .first()
    .click();
  await expect(page).toHaveURL(/campaign=nightly-3&arm=guardrail-off&attack=note-then-mail/);
  await expect(main).toContainText("3 episodes");
});
