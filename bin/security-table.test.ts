import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SECURITY_ROWS } from "@/lib/testing/security-rows/all-security-rows";
import type { SecurityRow } from "@/lib/testing/security-rows/security-row";
import { filesWithRows, titlePattern } from "./security-tests.mjs";
import {
  lineOf,
  outcomesOf,
  playwrightTests,
  rowsOf,
  stateOf,
  vitestTests,
  withTable,
} from "./security-table";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COUNTS = { A: 9, B: 10, C: 6, D: 12, E: 16, F: 12 };
const ALL = Object.entries(COUNTS).flatMap(([group, count]) =>
  Array.from({ length: count }, (_, at) => `${group}${at + 1}`),
);

describe("the rows", () => {
  it("are each there once, in their order, with a promise and a bar", () => {
    expect(SECURITY_ROWS.map(({ row }) => row)).toEqual(ALL);
    expect(SECURITY_ROWS.filter(({ promise, bar }) => promise === "" || bar === "")).toEqual([]);
  });

  it("stand in the document, with tests that exist and name them", () => {
    const lines = readFileSync(join(ROOT, "docs/security.md"), "utf8").split("\n");
    const table = lines.filter((line) => /^\| [A-F]\d+ \|/.test(line));
    expect(table.map((line) => line.split(" | ")[0]?.slice(2))).toEqual(ALL);
    for (const line of table) {
      const [row = ""] = line.slice(2).split(" | ");
      for (const [, path = ""] of line.matchAll(/`([^`]+\.(?:test|e2e)\.tsx?)`/g)) {
        expect(existsSync(join(ROOT, path)), path).toBe(true);
        const text = readFileSync(join(ROOT, path), "utf8");
        expect(new RegExp(`\\b${row}(?:, [A-F]\\d+)*: `).test(text), `${path} ${row}`).toBe(true);
      }
    }
  });

  it("are named in the files that are found, and no title names another", () => {
    const files = Object.values(filesWithRows(ROOT, "")).flat();
    expect(files).toContain("lib/architecture.test.ts");
    const named = files.flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/["'`]((?:[A-F]\d+, )*[A-F]\d+): /g)]
        .flatMap(([, rows = ""]) => rows.split(", "))
        .filter((row) => !ALL.includes(row)),
    );
    expect(named).toEqual([]);
  });
});

describe("titles", () => {
  it("name their rows at the beginning", () => {
    expect(["E7: x", "A2, A4: x", "C1 x", "about E7: x", "E7:x"].map(rowsOf)).toEqual([
      ["E7"],
      ["A2", "A4"],
      [],
      [],
      [],
    ]);
  });

  it.each([
    ["E1", ["group E1: x", "D1, E1: x"]],
    ["E", ["group E1: x", "E12: x", "D1, E1: x"]],
    ["", ["group E1: x", "E12: x", "D1, E1: x", "D1: x"]],
  ])("are chosen by row or group: %j", (rows, chosen) => {
    const titles = ["group E1: x", "E12: x", "D1, E1: x", "D1: x", "no row", "XE1: x"];
    expect(titles.filter((title) => new RegExp(titlePattern(rows)).test(title))).toEqual(chosen);
  });
});

const row = (name: string, open?: string): SecurityRow => ({
  row: name,
  promise: `promise | of ${name}`,
  bar: "bar",
  ...(open !== undefined && { open }),
});
const TESTS = [
  ...vitestTests(
    {
      testResults: [
        {
          name: "/root/lib/a.test.ts",
          assertionResults: [
            { ancestorTitles: ["A2: group"], title: "A4: one", status: "passed" },
            { ancestorTitles: ["A2: group"], title: "two", status: "failed" },
            { ancestorTitles: [], title: "A1: not chosen", status: "skipped" },
          ],
        },
      ],
    },
    "/root",
  ),
  ...playwrightTests({
    suites: [
      {
        title: "x.e2e.ts",
        specs: [{ title: "D1: x", ok: true, file: "x.e2e.ts" }],
        suites: [
          {
            title: "D3: g",
            specs: [{ title: "D3, D1: y", ok: true, file: "x.e2e.ts" }],
            suites: [],
          },
        ],
      },
    ],
  }),
];
const FIGURES = ["800 of 800", "800 of 800", "1 s"].map((text) => ({ row: "A4", text }));

describe("what tests come to", () => {
  const outcomes = outcomesOf(TESTS, [...FIGURES, { row: "F1", text: "of no test" }]);

  it("is counted for each row that they or their groups name", () => {
    expect([...outcomes].map(([name, { passed, failed }]) => [name, passed, failed])).toEqual([
      ["A2", 1, 1],
      ["A4", 1, 0],
      ["D1", 2, 0],
      ["D3", 1, 0],
    ]);
    expect(outcomes.get("D1")?.files).toEqual(["e2e/x.e2e.ts"]);
    expect(outcomes.get("A4")).toMatchObject({
      files: ["lib/a.test.ts"],
      figures: ["800 of 800", "1 s"],
    });
  });

  it("is a state, which nothing that is open can better", () => {
    const states = [row("A2"), row("A4"), row("A4", "why"), row("A1"), row("A1", "why")];
    expect(states.map((one) => stateOf(one, outcomes.get(one.row)))).toEqual([
      "failed",
      "kept",
      "kept in part",
      "no test",
      "open",
    ]);
    expect(lineOf(row("A4"), outcomes.get("A4"))).toBe(
      "A4  kept | promise | of A4 | 1 passed, 0 failed | figure: 800 of 800; 1 s | bar: bar",
    );
  });

  it("is written between the marks; what did not run keeps its line", () => {
    const marks = ["<!-- rows: written by npm run test:security -->", "<!-- end of rows -->"];
    const old = `head\n${marks[0]}\n| A1 | kept line |\n| A4 | old |\n${marks[1]}\ntail\n`;
    const rows = [row("A1"), row("A3", "why"), row("A4")];
    const written = withTable(old, rows, outcomes, (name) => name === "A4").split("\n");
    expect(written).toEqual([
      "head",
      marks[0],
      "| row | promise | bar | figure | test | state |",
      "|---|---|---|---|---|---|",
      "| A1 | kept line |",
      "| A3 | promise \\| of A3 | bar | - | - | open: why |",
      "| A4 | promise \\| of A4 | bar | 800 of 800; 1 s | `lib/a.test.ts` | kept |",
      marks[1],
      "tail",
      "",
    ]);
    expect(() => withTable("none", rows, outcomes, () => true)).toThrow(/has no table/);
  });
});
