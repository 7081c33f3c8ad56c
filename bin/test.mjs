// `npm test` and `npm run test:real`: the stages in order, what each needs installed first, and one
// closing line 'N passed, N failed'. Needs nothing but Node to begin.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { PROJECT_ROOT } from "./data-folder.mjs";
import { reportFault } from "./fault.mjs";
import { requireNode } from "./node-version.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";
import { countTests, RESULTS } from "./test-counts.mjs";

/** @typedef {{ name: string, run(): Promise<import("./test-counts.mjs").Counts> }} Stage */

const signal = new AbortController().signal;
/** @param {string} line */
const log = (line) => process.stdout.write(`${line}\n`);

/**
 * A tool of node_modules, run with this Node.
 * @param {string} script relative to node_modules
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function tool(script, args, env = {}) {
  return runStep(process.execPath, [join("node_modules", script), ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
    output: 1,
    signal,
  });
}

/**
 * A tool without tests of its own counts as one: it passed or it failed.
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 * @returns {Stage}
 */
function gate(name, script, args) {
  return {
    name,
    run: async () =>
      (await tool(script, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  };
}

/**
 * @param {string} project of vitest.config.ts
 * @returns {Stage}
 */
function vitest(project) {
  const file = join(RESULTS, `${project}.json`);
  return {
    name: `${project} tests`,
    run: async () => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      const code = await tool("vitest/vitest.mjs", ["run", "--project", project, ...reporters]);
      return countTests(file, code);
    },
  };
}

/** @type {Stage} */
const build = {
  name: "production build",
  run: async () => {
    await ensureBuilt(PROJECT_ROOT, { log, output: 1, signal });
    return { passed: 1, failed: 0 };
  },
};

/** @type {Stage} */
const endToEnd = {
  name: "end to end",
  run: async () => {
    const file = join(RESULTS, "e2e.json");
    const executable = await ensureBrowser({ log, output: 1, signal });
    const code = await tool("@playwright/test/cli.js", ["test"], {
      AFTERMATH_CHROMIUM: executable,
    });
    return countTests(file, code);
  },
};

/** @type {Record<string, Stage[]>} */
const SUITES = {
  all: [
    gate("format", "oxfmt/bin/oxfmt", ["--check", "."]),
    gate("lint", "oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", "."]),
    gate("types", "typescript/bin/tsc", ["--noEmit", "-p", "."]),
    vitest("unit"),
    vitest("database"),
    build,
    vitest("process"),
    endToEnd,
  ],
  real: [vitest("real")],
};

async function main() {
  const suite = process.argv[2] ?? "all";
  const stages = SUITES[suite];
  if (stages === undefined) throw new Error(`There is no suite ${suite}.`);
  requireNode();
  process.chdir(PROJECT_ROOT);
  await ensureInstalled(PROJECT_ROOT, { log, output: 1, signal, withDevelopment: true });
  mkdirSync(RESULTS, { recursive: true });
  let passed = 0;
  let failed = 0;
  for (const stage of stages) {
    log(`\n== ${stage.name}`);
    const counts = await stage.run().catch((error) => {
      reportFault(error);
      return { passed: 0, failed: 1 };
    });
    log(`== ${stage.name}: ${counts.passed} passed, ${counts.failed} failed`);
    passed += counts.passed;
    failed += counts.failed;
  }
  writeFileSync(join(RESULTS, `summary-${suite}.json`), JSON.stringify({ passed, failed }));
  log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

await main().catch((error) => {
  reportFault(error);
  process.exitCode = 1;
});
