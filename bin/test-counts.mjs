import { readFileSync } from "node:fs";

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
 * @typedef {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number,
 *   numTodoTests?: number,
 *   stats?: { expected: number, unexpected: number, flaky: number, skipped: number } }} Report
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
