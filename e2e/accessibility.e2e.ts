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

let staged: Stage;
test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  staged = await stage(page, baseURL ?? "");
  await page.close();
});

/** Each violation with the element that breaks it. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(AA).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

for (const { name, path, act } of STATES) {
  test(`${name}: no violation in either theme, wide or on a telephone`, async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto(typeof path === "string" ? path : path(staged));
    await act?.(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${colorScheme}, wide`).toEqual([]);
    }
    await page.setViewportSize(NARROW);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, "nothing reaches out sideways").toBe(NARROW.width);
    expect(await violations(page), "narrow").toEqual([]);
    await eachChartHasItsTable(page);
  });
}

async function eachChartHasItsTable(page: Page): Promise<void> {
  for (const figure of await page.locator("figure").all()) {
    const words = /^(Nothing to draw|n\/a|Not drawn): /;
    const table = figure.locator("table");
    await expect(table.or(figure.getByText(words))).toHaveCount(1);
  }
}

for (const [name, path] of Object.entries(reportPaths)) {
  test(`${name} as one HTML file: no violation in either theme`, async ({ page }) => {
    const response = await page.request.get(path);
    await page.setContent(await response.text());
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
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
