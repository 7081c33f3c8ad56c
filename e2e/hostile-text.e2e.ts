import { expect, test } from "./fixtures";

test("hostile text of a record is drawn as text, and what hides in it is named", async ({
  page,
}) => {
  await page.goto("/p/support-agent/episodes?campaign=nightly-4&case=inbox-html-report-05");
  await page
    .getByRole("main")
    .getByRole("link", { name: /inbox-html-report-05/ })
    .first()
    .click();
  const main = page.getByRole("main");
  await expect(main).toContainText("<script>");
  await expect(main).toContainText("U+202E");
  await expect(main).toContainText("U+200B");
  // The fixture fails on any dialog, error or foreign request; nothing of the data became an element.
  await expect(main.locator("script")).toHaveCount(0);
  await expect(main.locator("img")).toHaveCount(0);
});
