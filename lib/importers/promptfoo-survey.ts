import { type CaseNames, createCaseNames, hashOfValue } from "./case-names";
import type { Issue, SourceFile } from "./importer";
import { fieldOf, isObject, textOf } from "./json-value";
import type { PromptfooForm } from "./promptfoo-form";
import { attackOf, columnName, type PromptfooRow } from "./promptfoo-row";
import { promptfooRows } from "./promptfoo-rows";

/** What is known of a file before its rows are handed on. */
export type PromptfooSurvey = {
  rows: number;
  /** Rows by failureReason. */
  reasons: ReadonlyMap<number | null, number>;
  /** The document without its rows; empty for a file of rows alone. */
  document: Readonly<Record<string, unknown>>;
  armKeyOf(row: PromptfooRow): string;
  caseKeyOf(row: PromptfooRow): string;
};

/**
 * Goes through a file once, because what belongs to the campaign is written after its rows, because a
 * column's name may stand for several columns, and a description for several tests. Gives the issue when
 * the document as a whole cannot be read.
 */
export async function surveyPromptfoo(
  file: SourceFile,
  form: PromptfooForm,
): Promise<PromptfooSurvey | { broken: Issue }> {
  const columns = new Map<string, Set<number>>();
  const names: CaseNames = createCaseNames();
  const reasons = new Map<number | null, number>();
  let rows = 0;
  let document: Readonly<Record<string, unknown>> = {};
  for await (const read of promptfooRows(file, form)) {
    if (read.kind === "broken") return { broken: read.issue };
    if (read.kind === "document" && isObject(read.value)) document = read.value;
    if (read.kind !== "row") continue;
    const { row } = read;
    rows += 1;
    const reason = row.failureReason ?? null;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const column = columnName(row);
    const indexes = columns.get(column) ?? new Set<number>();
    columns.set(column, indexes.add(row.promptIdx));
    const name = describedAs(row);
    if (name !== null) names.note(name, identityOf(row));
  }
  return {
    rows,
    reasons,
    document,
    // Labels repeat between providers, and a provider repeats with every prompt: then the column tells.
    armKeyOf(row) {
      const column = columnName(row);
      return (columns.get(column)?.size ?? 0) > 1 ? `${column} [prompt ${row.promptIdx}]` : column;
    },
    caseKeyOf(row) {
      const identity = identityOf(row);
      const name = describedAs(row);
      return name === null
        ? `${attackNameOf(row)} ${identity.slice(0, 12)}`
        : names.keyOf(name, identity);
    },
  };
}

/** `plugin/strategy`, as the attack of a red-team test; `test` for an ordinary one. */
export function attackNameOf(row: PromptfooRow): string {
  const attack = attackOf(row);
  if (attack === null) return "test";
  return attack.strategy === null ? attack.plugin : `${attack.plugin}/${attack.strategy}`;
}

function describedAs(row: PromptfooRow): string | null {
  const description = textOf(row.testCase?.description);
  return description !== undefined && description.length <= 200 ? description : null;
}

/**
 * What makes a test the same test in every column and repeat. Not `testIdx`: `--repeat` counts it up.
 * The test's own variables, before a strategy rewrote them, where they are written.
 */
function identityOf(row: PromptfooRow): string {
  return hashOfValue({
    vars: row.testCase?.vars ?? row.vars ?? {},
    attack: attackNameOf(row),
    assert: fieldOf(row.testCase, "assert") ?? null,
  });
}
