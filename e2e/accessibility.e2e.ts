import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { endRunning, stage, type Stage } from "./stage";
import { STATES, reportPaths } from "./states";
import { OF_THEME, expectAccessible, violations } from "./wcag";

// A trace of sixty states costs more than the states.
test.use({ trace: "off" });
test.setTimeout(180_000);

let staged: Stage;
test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  staged = await stage(page, baseURL ?? "");
  await page.close();
});

test.afterAll(endRunning);

for (const { name, path, act } of STATES) {
  test(`${name}: no violation in either theme, wide or on a telephone`, async ({ page }) => {
    await page.goto(typeof path === "string" ? path : path(staged));
    await act?.(page);
    await expectAccessible(page);
    await eachChartHasItsTable(page);
  });
}

async function eachChartHasItsTable(page: Page): Promise<void> {
  for (const figure of await page.locator("figure").all()) {
    const tables = await figure.getByRole("table", { includeHidden: true }).count();
    const reason = figure.getByText(/^(Nothing to draw|n\/a|Not drawn): /);
    if (tables === 0) await expect(reason).toHaveCount(1);
    else expect(tables).toBe(1);
  }
}

for (const [name, path] of Object.entries(reportPaths)) {
  test(`${name} as one HTML file: no violation in either theme`, async ({ page }) => {
    const response = await page.request.get(path);
    await page.setContent(await response.text());
    expect(await violations(page), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, OF_THEME), "dark").toEqual([]);
  });
}

test("nothing moves for a reader who asked for less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/p/support-agent");
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll("*")].filter((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return [animationDuration, transitionDuration].some((time) => parseFloat(time) > 0.001);
      }).length,
  );
  expect(moving).toBe(0);
});
