import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * Four projects, by what they need: `unit` nothing, `database` a real Postgres,
 * `process` the built start script or other child processes, `real` the logs in ../shared/data.
 */
export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,components,db,bin,app}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.{db,process,real}.test.ts", "**/node_modules/**"],
          // Property tests and million-case tests; no test is about time.
          testTimeout: 240_000,
          // Pure: none changes what another sees, so that one process may run them all. It saves half the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["{lib,db,app,bin}/**/*.db.test.ts"],
          globalSetup: ["db/testing/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          include: ["{bin,db,lib}/**/*.process.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: "real",
          include: ["{lib,db}/**/*.real.test.ts"],
          globalSetup: ["db/testing/global-setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
