import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { stage, type Stage } from "./stage";
import { STATES, reportPaths } from "./states";

/** Every success criterion up to WCAG 2.2 AA that a program can judge. */
const AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };

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

/** Each violation with the element that breaks it: of every rule, or of those named. */
async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Without frames the older way suffices, which opens no second page to put its results together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations: found } = await (
    rules.length === 0 ? axe.withTags(AA) : axe.withRules([...rules])
  ).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

// What another theme changes, and what another width does: the other rules see neither, so that the dark
// page on a telephone is one look at both.
const OF_THEME = ["color-contrast"];
const OF_WIDTH = ["color-contrast", "target-size", "scrollable-region-focusable"];

for (const { name, path, act } of STATES) {
  test(`${name}: no violation in either theme, wide or on a telephone`, async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto(typeof path === "string" ? path : path(staged));
    await act?.(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect(await violations(page), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize(NARROW);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, "nothing reaches out sideways").toBe(NARROW.width);
    expect(await violations(page, OF_WIDTH), "dark, narrow").toEqual([]);
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
