// `npm test`, `npm run test:real` and `npm run test:security`: the stages in order, what each needs installed
// first, and one closing line 'N passed, N failed'. Needs nothing but Node to begin.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { PROJECT_ROOT } from "./data-folder.mjs";
import { reportFault } from "./fault.mjs";
import { requireNode } from "./node-version.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";
import { filesWithRows, titlePattern } from "./security-tests.mjs";
import { countTests, failedTests, RESULTS } from "./test-counts.mjs";

/**
 * `report`: the runner's JSON, where there is one.
 * @typedef {{ name: string, report?: string, run(): Promise<import("./test-counts.mjs").Counts> }} Stage
 */

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
 * @param {{ report?: string, args?: string[], chosen?: boolean }} [options]
 * @returns {Stage}
 */
function vitest(project, { report = project, args = [], chosen = false } = {}) {
  const file = join(RESULTS, `${report}.json`);
  return {
    name: `${project} tests`,
    report: file,
    run: async () => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      const command = ["run", "--project", project, ...reporters, ...args];
      return countTests(file, await tool("vitest/vitest.mjs", command), { chosen });
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

/**
 * @param {string} name of the report
 * @param {string[]} args more of Playwright's
 * @returns {Stage}
 */
function browser(name, args) {
  const file = join(RESULTS, `${name}.json`);
  return {
    name: "end to end",
    report: file,
    run: async () => {
      const executable = await ensureBrowser({ log, output: 1, signal });
      const code = await tool("@playwright/test/cli.js", ["test", ...args], {
        AFTERMATH_CHROMIUM: executable,
        AFTERMATH_E2E_REPORT: file,
      });
      return countTests(file, code);
    },
  };
}

const REPORTS = ["unit.json", "database.json", "process.json", "e2e.json"];

/**
 * Removes what an earlier run left, and its figures: a stage that does not run has no results.
 * @param {string[]} reports
 */
function forget(reports) {
  for (const name of [...reports, "security-figures.jsonl"])
    rmSync(join(PROJECT_ROOT, RESULTS, name), { force: true });
}

/**
 * The rows of docs/security.md by the tests that ran.
 * @param {string[]} args of bin/security-report.ts
 */
function rowsReport(args) {
  return gate("rows", "tsx/dist/cli.mjs", ["bin/security-report.ts", ...args]);
}

/**
 * The tests whose titles name rows of docs/security.md, and the table of what they come to.
 * @param {string} rows as `titlePattern` takes them
 * @returns {Stage[]}
 */
function security(rows) {
  const files = filesWithRows(PROJECT_ROOT, rows);
  forget(REPORTS.map((name) => `security-${name}`));
  /** @param {string} project */
  const some = (project) => {
    const named = files[project] ?? [];
    if (named.length === 0) return [];
    const args = ["-t", titlePattern(rows), ...named];
    return [vitest(project, { report: `security-${project}`, args, chosen: true })];
  };
  const inBrowser = (files.e2e ?? []).map((file) => file.replaceAll(".", "\\."));
  // Only the processes of bin/ are those of the built server.
  const ofServer = (files.process ?? []).some((file) => file.startsWith("bin"));
  const built = inBrowser.length > 0 || ofServer;
  return [
    ...some("unit"),
    ...some("database"),
    ...(built ? [build] : []),
    ...some("process"),
    ...(inBrowser.length === 0
      ? []
      : [browser("security-e2e", ["--grep", titlePattern(rows), ...inBrowser])]),
    rowsReport(["--rows", rows, "--chosen", "--write"]),
  ];
}

/** @returns {Stage[]} */
function all() {
  forget(REPORTS);
  return [
    gate("format", "oxfmt/bin/oxfmt", ["--check", "."]),
    gate("lint", "oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", "."]),
    gate("types", "typescript/bin/tsc", ["--noEmit", "-p", "."]),
    // On every processor. Those of the database run a file at a time: figures of time are among them.
    vitest("unit", { args: ["--maxWorkers=100%"] }),
    vitest("database"),
    build,
    vitest("process"),
    browser("e2e", []),
    rowsReport([]),
  ];
}

/** @type {Record<string, (rows: string) => Stage[]>} */
const SUITES = {
  all,
  real: () => [vitest("real")],
  security,
};

async function main() {
  const suite = process.argv[2] ?? "all";
  const stagesOf = SUITES[suite];
  if (stagesOf === undefined) throw new Error(`There is no suite ${suite}.`);
  const rows = process.argv[3] ?? "";
  if (!/^(?:[A-F]\d*)?$/.test(rows))
    throw new Error(`${rows} is no row or group of rows, as E or E3.`);
  requireNode();
  process.chdir(PROJECT_ROOT);
  await ensureInstalled(PROJECT_ROOT, { log, output: 1, signal, withDevelopment: true });
  mkdirSync(RESULTS, { recursive: true });
  let passed = 0;
  let failed = 0;
  /** @type {string[]} */
  const failures = [];
  for (const stage of stagesOf(rows)) {
    log(`\n== ${stage.name}`);
    const counts = await stage.run().catch((error) => {
      reportFault(error);
      return { passed: 0, failed: 1 };
    });
    log(`== ${stage.name}: ${counts.passed} passed, ${counts.failed} failed`);
    passed += counts.passed;
    failed += counts.failed;
    if (counts.failed === 0) continue;
    const titles = stage.report === undefined ? [] : failedTests(stage.report);
    failures.push(...(titles.length === 0 ? [stage.name] : titles));
  }
  const summary = { passed, failed, failures };
  writeFileSync(join(RESULTS, `summary-${suite}.json`), JSON.stringify(summary));
  log("");
  for (const failure of failures) log(`failed: ${failure}`);
  log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

await main().catch((error) => {
  reportFault(error);
  process.exitCode = 1;
});
