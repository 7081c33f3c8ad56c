import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

// Set once and inherited by the workers, which read this file again.
process.env["AFTERMATH_E2E_DATA"] ??= mkdtempSync(join(tmpdir(), "aftermath-e2e-"));
process.env["AFTERMATH_E2E_PORT"] ??= String(3100 + Math.floor(Math.random() * 800));
const port = process.env["AFTERMATH_E2E_PORT"];
const report = process.env["AFTERMATH_E2E_REPORT"] ?? "test-results/e2e.json";
const chromium = process.env["AFTERMATH_CHROMIUM"];

/** End to end on the production build: an empty data folder, `npm start`, one real browser. */
export default defineConfig({
  testDir: "e2e",
  // `npm run pictures` takes pictures of the same pages instead of testing them.
  testMatch: process.env["PICTURES"] === "yes" ? "pictures.ts" : "*.e2e.ts",
  // Emptied by every run; the reports of the other suites stand beside it.
  outputDir: "test-results/traces",
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [["list"], ["json", { outputFile: report }]],
  use: {
    baseURL: `http://localhost:${port}`,
    trace: "retain-on-failure",
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node bin/start.mjs",
    url: `http://localhost:${port}/api/health`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    stdout: "pipe",
    env: {
      PORT: port,
      AFTERMATH_DATA_DIR: process.env["AFTERMATH_E2E_DATA"],
      DATABASE_URL: "",
      AFTERMATH_ACCOUNTS: "off",
      // Faults alone: a line for each request would bury the list of tests.
      AFTERMATH_LOG: "text",
    },
  },
});
