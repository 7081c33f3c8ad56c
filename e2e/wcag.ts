import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Every success criterion up to WCAG 2.2 AA that a program can judge. */
const AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };

// What another theme changes, and what another width does: the other rules see neither, so that the dark
// page on a telephone is one look at both.
export const OF_THEME = ["color-contrast"];
const OF_WIDTH = ["color-contrast", "target-size", "scrollable-region-focusable"];

const PICTURES = fileURLToPath(new URL("../test-results/pictures", import.meta.url));

/** Each violation with the element that breaks it: of every rule, or of those named. */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Without frames the older way suffices, which opens no second page to put its results together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations: found } = await (
    rules.length === 0 ? axe.withTags(AA) : axe.withRules([...rules])
  ).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** The page as it is open now breaks no rule: wide in the light theme, narrow in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(WIDE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  expect(await violations(page), "light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize(NARROW);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "nothing reaches out sideways").toBe(NARROW.width);
  expect(await violations(page, OF_WIDTH), "dark, narrow").toEqual([]);
}

/** The same of a page within a longer story, which then goes on as it was. */
export async function passingBy(page: Page, state: string): Promise<void> {
  await expectAccessible(page);
  if (process.env["EVERY_STATE"] === "yes") await picture(page, state);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(WIDE);
}

/** Wide and on a telephone, in both themes, to be looked at. */
export async function picture(page: Page, state: string): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const file = `${state.replaceAll(/[^a-z]+/g, "-")}.${width}.${colorScheme}.png`;
      await page.screenshot({ path: join(PICTURES, file), fullPage: true });
    }
  }
}
