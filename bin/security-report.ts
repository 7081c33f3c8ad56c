// What `npm test` and `npm run test:security` end with: a line for each row, and a failure for each row
// that failed or that nothing tests and that is not stated as open.
//   --rows E         a group, or a row as E3; all without it
//   --chosen         of the reports of `npm run test:security`, which ran these rows alone
//   --write          writes the table of docs/security.md anew
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { SECURITY_ROWS } from "@/lib/testing/security-rows/all-security-rows";
import {
  lineOf,
  outcomesOf,
  playwrightTests,
  stateOf,
  vitestTests,
  withTable,
  type RanTest,
} from "./security-table";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const RESULTS = join(ROOT, "test-results");
const DOCUMENT = join(ROOT, "docs/security.md");
/** Groups that are asked for whole; those of F stand in the table for what they are. */
const DEMANDED = /^[A-E]/;

const figureSchema = z.object({ row: z.string(), text: z.string() });

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "" },
    chosen: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const { rows: asked } = values;
const isAsked = (row: string) => (/\d/.test(asked) ? row === asked : row.startsWith(asked));

function readReport(name: string, read: (report: unknown) => RanTest[]): RanTest[] {
  const path = join(RESULTS, `${values.chosen ? "security-" : ""}${name}.json`);
  return existsSync(path) ? read(JSON.parse(readFileSync(path, "utf8"))) : [];
}

function readFigures() {
  const path = join(RESULTS, "security-figures.jsonl");
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  return lines.filter((line) => line !== "").map((line) => figureSchema.parse(JSON.parse(line)));
}

const tests = [
  ...["unit", "database", "process"].flatMap((name) =>
    readReport(name, (report) => vitestTests(report, ROOT)),
  ),
  ...readReport("e2e", playwrightTests),
];
const outcomes = outcomesOf(tests, readFigures());
const rows = SECURITY_ROWS.filter(({ row }) => isAsked(row));
for (const row of rows) process.stdout.write(`${lineOf(row, outcomes.get(row.row))}\n`);

if (values.write) {
  const document = readFileSync(DOCUMENT, "utf8");
  writeFileSync(DOCUMENT, withTable(document, SECURITY_ROWS, outcomes, isAsked));
}

const broken = rows.filter((row) => {
  const state = stateOf(row, outcomes.get(row.row));
  return state === "failed" || (state === "no test" && DEMANDED.test(row.row));
});
if (broken.length > 0) {
  process.stdout.write(`Not kept: ${broken.map(({ row }) => row).join(", ")}\n`);
  process.exitCode = 1;
}
