import { expect, test } from "./fixtures";

// The published figures of the article's four campaigns, to the digit.
const PUBLISHED = [
  { campaign: "nightly-4", figures: ["0.0476", "0.0714", "60.0 %"] },
  { campaign: "nightly-3", figures: ["0.1667", "0.0000", "0.0 %"] },
  { campaign: "nightly-2", figures: ["0.1667", "0.0000", "0.0 %"] },
  { campaign: "nightly-1", figures: ["0.0476", "0.0714", "60.0 %"] },
];

test("an empty database opens on the example project with the published figures", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  for (const { campaign, figures } of PUBLISHED) {
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: campaign }) });
    for (const figure of figures) await expect(row).toContainText(figure);
  }
  const unwitnessed = page.getByRole("row").filter({ hasText: "corpus-0" });
  await expect(unwitnessed).toContainText("n/a");
  await expect(unwitnessed).toContainText("INCOMPLETE");
});

test("the campaign page proves its sentence by numerator and denominator", async ({ page }) => {
  await page.goto("/p/support-agent/campaigns/nightly-4");
  const main = page.getByRole("main");
  await expect(main).toContainText(
    "Damage was 0.0476 per episode: 2 points in 42 weighable episodes; 60 % of what was attempted was stopped.",
  );
  await expect(main).toContainText("FAIL");
  await expect(main).toContainText("2 points of 42 weighable episodes");
  await expect(main).toContainText("3 points of 42 weighable episodes");
});

test("ticking two arms opens their comparison: 5/42 is 3/42 by rule and 2/42 never tried", async ({
  page,
}) => {
  await page.goto("/p/support-agent");
  await page.getByRole("checkbox", { name: /nightly-3/ }).check();
  await page.getByRole("checkbox", { name: /nightly-4/ }).check();
  await page.getByRole("button", { name: /Compare/ }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("No episode was aborted, so no result is missing.");
  await expect(main).toContainText(
    "60 % of the fall was stopped by a rule, the rest was never tried",
  );
  await expect(main).toContainText("5 in 42 episodes");
  await expect(main).toContainText("3 in 42 episodes");
  await expect(main).toContainText("2 in 42 episodes");
});

test("the fifth campaign is refused and no difference is drawn", async ({ page }) => {
  await page.goto(
    "/p/support-agent/compare?baseline=nightly-3/guardrail-off&candidate=nightly-5/guardrail-on",
  );
  const main = page.getByRole("main");
  await expect(main).toContainText("NOT COMPARABLE");
  await expect(main).toContainText(
    "33 % of the candidate's episodes were aborted, 0 % of the baseline's.",
  );
  await expect(main).toContainText("No difference is computed.");
  await expect(main).toContainText("context limit 14");
  await expect(main).toContainText("Raise the context limit");
  await expect(main.getByRole("heading", { name: "Each arm alone" })).toBeVisible();
  await expect(main.getByRole("heading", { name: /^Difference, candidate/ })).toHaveCount(0);
  await expect(main.getByRole("heading", { name: "Where the fall of damage went" })).toHaveCount(0);
  await expect(main.getByRole("heading", { name: "Cases that flipped" })).toHaveCount(0);
});

test("a number leads to its episodes, and an episode to its record", async ({ page }) => {
  await page.goto("/p/support-agent/episodes?campaign=nightly-3&outcome=attack_success");
  await expect(page.getByRole("main")).toContainText("4 episodes");
  await page
    .getByRole("main")
    .getByRole("link", { name: /inbox-crm-note-02/ })
    .first()
    .click();
  const main = page.getByRole("main");
  await expect(main).toContainText("write_note");
  await expect(main).toContainText("attack succeeded");
  await expect(main).toContainText(/[0-9a-f]{64}/);
});

for (const width of [1440, 360]) {
  test(`the facts end at the edge of their card, also beside another arm, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/p/support-agent/campaigns/nightly-4/episodes/1");
    const facts = page.getByRole("region", { name: "Facts" });
    const room = () =>
      facts.evaluate((card) => {
        const edge = card.getBoundingClientRect().right;
        const { paddingRight, borderRightWidth } = getComputedStyle(card);
        const inner = edge - parseFloat(paddingRight) - parseFloat(borderRightWidth);
        return Array.from(card.querySelectorAll("dd"), (value) =>
          Math.round(inner - value.getBoundingClientRect().right),
        );
      });
    const alone = await room();
    expect(alone.length).toBeGreaterThan(10);
    expect(new Set(alone)).toEqual(new Set([0]));
    await page.getByRole("link", { name: /^Beside/ }).click();
    await expect(page.getByRole("link", { name: "This episode alone" })).toBeVisible();
    expect(await room()).toEqual(alone);
  });
}

test("the methods page defines every figure", async ({ page }) => {
  await page.goto("/p/support-agent/methods");
  const main = page.getByRole("main");
  for (const label of ["Damage (IDR)", "Exposure (EXR)", "Containment", "Attack success (ASR)"]) {
    await expect(main).toContainText(label);
  }
});

test("an address that leads nowhere says so", async ({ page }) => {
  const response = await page.request.get("/p/support-agent/campaigns/never-was");
  expect(response.status()).toBe(404);
  const other = await page.request.get("/p/nobody");
  expect(other.status()).toBe(404);
});
