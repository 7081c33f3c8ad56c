import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "./fixtures";
import { endRunning, stage, type Stage } from "./stage";
import { STATES } from "./states";
import { picture } from "./wcag";

const DOCS = fileURLToPath(new URL("../docs/pictures", import.meta.url));

/** The six of the README: which state, in which theme, and from which heading on. */
const PICTURES = [
  { file: "campaigns", state: "campaigns", theme: "light", from: null },
  { file: "refused-comparison", state: "compare, refused", theme: "light", from: null },
  {
    file: "open-comparison",
    state: "compare, open and folded",
    theme: "dark",
    from: "Difference, candidate − baseline",
  },
  { file: "campaign", state: "campaign, aborted episodes", theme: "light", from: null },
  { file: "episode", state: "episode, hostile text", theme: "light", from: null },
  { file: "attacks", state: "attacks", theme: "dark", from: null },
] as const;

const stateOf = (name: string) => {
  const found = STATES.find((state) => state.name === name);
  if (found === undefined) throw new Error(`no state is called ${name}`);
  return found;
};

test.describe("README", () => {
  test.use({ viewport: { width: 1340, height: 840 }, deviceScaleFactor: 1.35 });
  for (const { file, state, theme, from } of PICTURES) {
    test(file, async ({ page }) => {
      const { path, act } = stateOf(state);
      if (typeof path !== "string") throw new Error("a picture shows the example project");
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(path);
      await act?.(page);
      if (from !== null) {
        await page
          .getByRole("heading", { name: from })
          .evaluate((heading) => window.scrollTo(0, heading.getBoundingClientRect().top - 40));
      }
      await page.screenshot({ path: join(DOCS, `${file}.png`) });
    });
  }
});

// With EVERY_STATE=yes every page in every state, to be looked at: wide and on a telephone, in both themes.
if (process.env["EVERY_STATE"] === "yes") {
  let staged: Stage;
  test.beforeAll(async ({ browser, baseURL }) => {
    test.setTimeout(180_000);
    const page = await browser.newPage({ baseURL: baseURL ?? "" });
    staged = await stage(page, baseURL ?? "");
    await page.close();
  });
  test.afterAll(endRunning);
  for (const { name, path, act } of STATES) {
    test(name, async ({ page }) => {
      await page.goto(typeof path === "string" ? path : path(staged));
      await act?.(page);
      await picture(page, name);
    });
  }
}
