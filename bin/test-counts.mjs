import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** Where the runners leave their results, relative to the project. */
export const RESULTS = "test-results";

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Passed and failed tests from a runner's JSON report (Vitest's or Playwright's). A runner that ended
 * badly, skipped a test, or ran none has failed, whatever it counted.
 * @param {string} file
 * @param {number} exitCode of the runner
 * @param {{ chosen?: boolean }} [run] `chosen`: the run was asked for some titles alone, and Vitest counts
 *   all others as skipped
 * @returns {Counts}
 */
export function countTests(file, exitCode, { chosen = false } = {}) {
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 1 };
  const { stats } = report;
  const passed = stats ? stats.expected : (report.numPassedTests ?? 0);
  const bad = stats
    ? stats.unexpected + stats.flaky + stats.skipped
    : (report.numFailedTests ?? 0) +
      (chosen ? 0 : (report.numPendingTests ?? 0)) +
      (report.numTodoTests ?? 0);
  const silent = bad === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : bad };
}

/**
 * The files and titles of the tests that did not pass in a runner's JSON report, so that the end of a long
 * log tells them again.
 * @param {string} file
 * @returns {string[]}
 */
export function failedTests(file) {
  const report = readReport(file);
  if (report === null) return [];
  const ofVitest = (report.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const place = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot be loaded has no test that failed.
    if (failed.length === 0 && message) return [`${place}: ${message.split("\n", 1)[0]}`];
    return failed.map(({ fullName }) => `${place}: ${fullName}`);
  });
  return [...ofVitest, ...(report.suites ?? []).flatMap((suite) => failedSpecs(suite, ""))];
}

/**
 * @param {Suite} suite of Playwright's report, whose suites hold suites
 * @param {string} above the titles that it stands under
 * @returns {string[]}
 */
function failedSpecs(suite, above) {
  const title = above === "" ? suite.title : `${above} ${suite.title}`;
  const own = (suite.specs ?? []).filter(
    (spec) => !spec.tests.every(({ status }) => status === "expected"),
  );
  return [
    ...own.map((spec) => `${title}: ${spec.title}`),
    ...(suite.suites ?? []).flatMap((inner) => failedSpecs(inner, title)),
  ];
}

/**
 * @typedef {{ title: string, suites?: Suite[],
 *   specs?: { title: string, tests: { status: string }[] }[] }} Suite
 * @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number,
 *   numTodoTests?: number,
 *   testResults?: { name: string, message?: string,
 *     assertionResults: { status: string, fullName: string }[] }[],
 *   stats?: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   suites?: Suite[] }} Report
 */

/**
 * @param {string} file
 * @returns {Report | null} null when the runner left none, or half of one
 */
function readReport(file) {
  try {
    /** @type {unknown} */
    const parsed = JSON.parse(readFileSync(file, "utf8"));
    return typeof parsed === "object" ? parsed : null;
  } catch {
    return null;
  }
}
