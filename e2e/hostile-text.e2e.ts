import { expect, test } from "./fixtures";

test("hostile text of a record is drawn as text, and what hides in it is named", async ({
  page,
}) => {
  await page.goto("/p/support-agent/episodes?campaign=nightly-4&case=inbox-html-report-05");
  await page
    .getByRole("table")
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

test("a record is downloaded byte for byte, and never opened as a page", async ({ page }) => {
  const address = "/api/v1/projects/support-agent/campaigns/nightly-4/episodes/10/record";
  const response = await page.request.get(address);
  expect(response.status()).toBe(200);
  expect(response.headers()["content-disposition"]).toBe(
    'attachment; filename="nightly-4-10.json"',
  );
  expect(JSON.parse((await response.body()).toString("utf8"))).toMatchObject({ type: "episode" });
  for (const wrong of ["99999", "x", "%2e%2e", "-1"]) {
    const missing = await page.request.get(address.replace("/10/", `/${wrong}/`));
    expect(missing.status()).toBe(404);
  }
});
