import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countTests, failedTests } from "./test-counts.mjs";

const folder = mkdtempSync(join(tmpdir(), "aftermath-counts-"));

function report(name: string, content: unknown): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

describe("countTests", () => {
  it("reads Vitest's report", () => {
    const file = report("vitest", { numPassedTests: 7, numFailedTests: 2 });
    expect(countTests(file, 1)).toEqual({ passed: 7, failed: 2 });
  });

  it("reads Playwright's report", () => {
    const stats = { expected: 12, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countTests(report("playwright", { stats }), 0)).toEqual({ passed: 12, failed: 0 });
  });

  it("takes a skipped, flaky or planned test for a failed one", () => {
    const stats = { expected: 12, unexpected: 0, flaky: 1, skipped: 1 };
    expect(countTests(report("flaky", { stats }), 0)).toEqual({ passed: 12, failed: 2 });
    const file = report("todo", { numPassedTests: 1, numPendingTests: 1, numTodoTests: 1 });
    expect(countTests(file, 0)).toEqual({ passed: 1, failed: 2 });
  });

  it("leaves out what a choice of titles left out", () => {
    const file = report("chosen", { numPassedTests: 3, numPendingTests: 9, numTodoTests: 1 });
    expect(countTests(file, 0, { chosen: true })).toEqual({ passed: 3, failed: 1 });
  });

  it("fails a runner that ended badly, ran nothing, or left no report", () => {
    const good = report("good", { numPassedTests: 7, numFailedTests: 0 });
    expect(countTests(good, 1)).toEqual({ passed: 7, failed: 1 });
    expect(countTests(report("none", { numPassedTests: 0 }), 0)).toEqual({ passed: 0, failed: 1 });
    expect(countTests(report("cut", '{"numPassedTests": 3'), 0)).toEqual({ passed: 0, failed: 1 });
    expect(countTests(join(folder, "missing.json"), 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("failedTests", () => {
  it("names file and title of Vitest's, and a file that could not be loaded", () => {
    const file = report("vitest-failures", {
      testResults: [
        {
          name: join(process.cwd(), "lib/a.test.ts"),
          message: "",
          assertionResults: [
            { status: "passed", fullName: "a stands" },
            { status: "failed", fullName: "a falls" },
          ],
        },
        {
          name: join(process.cwd(), "lib/b.test.ts"),
          message: "Cannot find module\nat …",
          assertionResults: [],
        },
      ],
    });
    expect(failedTests(file)).toEqual([
      "lib/a.test.ts: a falls",
      "lib/b.test.ts: Cannot find module",
    ]);
  });

  it("names what did not pass of Playwright's, by all titles above it", () => {
    const one = (title: string, status: string) => ({ title, tests: [{ status }] });
    const file = report("playwright-failures", {
      suites: [
        {
          title: "pages.e2e.ts",
          specs: [one("opens", "expected"), one("skips", "skipped")],
          suites: [{ title: "dark", specs: [one("falls", "unexpected"), one("once", "flaky")] }],
        },
      ],
    });
    expect(failedTests(file)).toEqual([
      "pages.e2e.ts: skips",
      "pages.e2e.ts dark: falls",
      "pages.e2e.ts dark: once",
    ]);
  });

  it("has none of a report that is none", () => {
    expect(failedTests(join(folder, "missing.json"))).toEqual([]);
  });
});
