import { test as base, expect } from "@playwright/test";

/**
 * The browser as every test gets it: a console error, an uncaught error, a dialog, or a request to any
 * other host fails the test in which it happens.
 */
export const test = base.extend<{ watched: void }>({
  watched: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = [];
      const own = new URL(baseURL ?? "").host;
      page.on("console", (message) => {
        // A page that answers 404 is one of ours; the browser says of its address that it did.
        const isPage = message.location().url === page.url() && / 404 /.test(message.text());
        if (message.type() === "error" && !isPage) faults.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
      page.on("dialog", (dialog) => {
        faults.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith("http") && url.host !== own) {
          faults.push(`request to ${url.host}`);
        }
      });
      await use();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
