import { z } from "zod";
import { plural } from "@/lib/format/numbers";
import type { SecurityRow } from "@/lib/testing/security-rows/security-row";

/** What a run showed of one row. */
export type RowOutcome = {
  passed: number;
  failed: number;
  /** Files of the tests, relative to the project. */
  files: string[];
  figures: string[];
};
export type RowOutcomes = ReadonlyMap<string, RowOutcome>;

/** A test that ran, by the titles of the groups it stands in and its own. */
export type RanTest = { titles: string[]; file: string; passed: boolean };

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

/** The tests of Vitest's JSON report but for those that the filter of titles left out. */
export function vitestTests(report: unknown, root: string): RanTest[] {
  return vitestSchema.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ ancestorTitles, title, status }) => ({
        titles: [...ancestorTitles, title],
        file: name.replace(`${root}/`, ""),
        passed: status === "passed",
      })),
  );
}

type Suite = {
  title: string;
  specs: { title: string; ok: boolean; file: string }[];
  suites?: Suite[] | undefined;
};
const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), ok: z.boolean(), file: z.string() })),
  suites: z.lazy(() => z.array(suiteSchema)).optional(),
});
const playwrightSchema = z.object({ suites: z.array(suiteSchema) });

/** The tests of Playwright's JSON report, whose files stand in e2e/. */
export function playwrightTests(report: unknown): RanTest[] {
  const within = (above: string[], suite: Suite): RanTest[] => {
    const titles = [...above, suite.title];
    return [
      ...suite.specs.map(({ title, ok, file }) => ({
        titles: [...titles, title],
        file: `e2e/${file}`,
        passed: ok,
      })),
      ...(suite.suites ?? []).flatMap((inner) => within(titles, inner)),
    ];
  };
  return playwrightSchema.parse(report).suites.flatMap((suite) => within([], suite));
}

/** The rows that a title names at its beginning: "A2, A4: …" names two. */
export function rowsOf(title: string): string[] {
  return /^((?:[A-F]\d+, )*[A-F]\d+): /.exec(title)?.[1]?.split(", ") ?? [];
}

/** What the tests and their noted figures (`row`, `text`) come to for each row. */
export function outcomesOf(
  tests: readonly RanTest[],
  figures: readonly { row: string; text: string }[],
): RowOutcomes {
  const outcomes = new Map<string, RowOutcome>();
  for (const { titles, file, passed } of tests)
    for (const row of new Set(titles.flatMap(rowsOf))) {
      const before = outcomes.get(row) ?? { passed: 0, failed: 0, files: [], figures: [] };
      if (passed) before.passed += 1;
      else before.failed += 1;
      if (!before.files.includes(file)) before.files.push(file);
      outcomes.set(row, before);
    }
  for (const { row, text } of figures) {
    const outcome = outcomes.get(row);
    if (outcome !== undefined && !outcome.figures.includes(text)) outcome.figures.push(text);
  }
  return outcomes;
}

export type RowState = "kept" | "kept in part" | "failed" | "open" | "no test";

/** A row is kept when its tests ran and none failed; in part when it says that something stays open. */
export function stateOf(row: SecurityRow, outcome: RowOutcome | undefined): RowState {
  if (outcome === undefined) return row.open === undefined ? "no test" : "open";
  if (outcome.failed > 0) return "failed";
  return row.open === undefined ? "kept" : "kept in part";
}

/** One row on one line of a terminal. */
export function lineOf(row: SecurityRow, outcome: RowOutcome | undefined): string {
  const tests = outcome === undefined ? "-" : `${outcome.passed} passed, ${outcome.failed} failed`;
  const parts = [
    `${row.row.padEnd(4)}${stateOf(row, outcome)}`,
    row.promise,
    tests,
    `figure: ${outcome?.figures.join("; ") || "-"}`,
    `bar: ${row.bar}`,
    ...(row.open === undefined ? [] : [`open: ${row.open}`]),
  ];
  return parts.join(" | ");
}

const BEGIN = "<!-- rows: written by npm run test:security -->";
const END = "<!-- end of rows -->";
const HEAD = ["| row | promise | bar | figure | test | state |", "|---|---|---|---|---|---|"];

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function tableLine(row: SecurityRow, outcome: RowOutcome | undefined): string {
  const state = stateOf(row, outcome);
  const cells = [
    row.row,
    row.promise,
    row.bar,
    outcome?.figures.join("; ") || (outcome === undefined ? "-" : plural(outcome.passed, "test")),
    outcome?.files.map((file) => `\`${file}\``).join(" ") ?? "-",
    row.open === undefined ? state : `${state}: ${row.open}`,
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/**
 * The document with its table written anew. Rows that did not run, and are not asked for by `ran`, keep the
 * line that they have.
 *
 * @throws Error: the document has no place for the table
 */
export function withTable(
  document: string,
  rows: readonly SecurityRow[],
  outcomes: RowOutcomes,
  ran: (row: string) => boolean,
): string {
  const [before, rest] = document.split(BEGIN);
  const [old, after] = rest?.split(END) ?? [];
  if (before === undefined || old === undefined || after === undefined)
    throw new Error(`docs/security.md has no table between ${BEGIN} and ${END}.`);
  const kept = new Map(old.split("\n").map((line) => [/^\| ([A-F]\d+) \|/.exec(line)?.[1], line]));
  const lines = rows.map((row) => {
    const earlier = kept.get(row.row);
    return ran(row.row) || earlier === undefined ? tableLine(row, outcomes.get(row.row)) : earlier;
  });
  return [before, BEGIN, "\n", [...HEAD, ...lines].join("\n"), "\n", END, after].join("");
}
