import type { Issue, Place, SourceFile } from "./importer";
import { fieldOf, isObject, listOf } from "./json-value";
import type { NornTable } from "./norn-rows";
import { parseJson } from "./parse-json";
import { schemaSentence } from "./schema-sentence";
import { splitLines } from "./split-lines";
import { MAX_RECORD_BYTES } from "./limits";
import { visibleText } from "./visible-text";

/** `replicaId` is whose row could not be read, as far as that can be told. */
export type ReadRow<Row> =
  | { kind: "row"; row: Row; place: Place }
  | { kind: "refused"; issue: Issue; replicaId: number | null };

/** The tables of one Norn database, or of one export of a campaign. */
export type NornBook = {
  origin: "database" | "export";
  /** Where its issues stand that belong to no row. */
  file: string;
  has(table: NornTable<unknown>): boolean;
  /** Rows of replicas come in the order of the replicas' ids. None when there is no such table. */
  rows<Row>(table: NornTable<Row>): AsyncIterable<ReadRow<Row>>;
};

/** The tables that a database source hands out, one JSON object a line. */
export function databaseBook(files: ReadonlyMap<string, SourceFile>): NornBook {
  const fileOf = (table: NornTable<unknown>) => files.get(`tables/${table.name}.jsonl`);
  return {
    origin: "database",
    file: "schema.json",
    has: (table) => fileOf(table) !== undefined,
    async *rows(table) {
      const file = fileOf(table);
      if (file === undefined) return;
      for await (const line of splitLines(file.open())) {
        const place: Place = { file: file.path, line: line.line };
        if (line.kind === "too-long") {
          const message = `The row has ${line.sizeBytes} bytes; a record may have ${MAX_RECORD_BYTES / 2 ** 20} MiB.`;
          yield refusedRow("record-too-large", message, place, null);
          continue;
        }
        const parsed = parseJson(line.bytes, place);
        yield parsed.ok
          ? readRow(table, parsed.value, place)
          : { kind: "refused", issue: parsed.issue, replicaId: null };
      }
    },
  };
}

/** The lists of an exported document, which is in memory. */
export function exportBook(document: unknown, file: string): NornBook {
  const itemsOf = (table: NornTable<unknown>) =>
    table.exported === null ? undefined : listOf(fieldOf(document, table.exported));
  return {
    origin: "export",
    file,
    has: (table) => itemsOf(table) !== undefined,
    async *rows(table) {
      const items = (itemsOf(table) ?? []).map((value, i) => ({ value, i }));
      for (const { value, i } of items.toSorted((a, b) => orderOf(a.value) - orderOf(b.value))) {
        yield readRow(table, value, { file, path: `$.${table.exported ?? ""}[${i}]` });
      }
    },
  };
}

/** Rows without a number that can be compared come first. */
function orderOf(value: unknown): number {
  const order = fieldOf(value, "replica_id") ?? fieldOf(value, "id");
  return typeof order === "number" ? order : Number.NEGATIVE_INFINITY;
}

export function readRow<Row>(table: NornTable<Row>, value: unknown, place: Place): ReadRow<Row> {
  const checked = table.schema.safeParse(value);
  if (checked.success) return { kind: "row", row: checked.data, place };
  const replicaId = fieldOf(value, "replica_id");
  const column = checked.error.issues[0]?.path[0];
  const cell = typeof column === "string" ? fieldOf(value, column) : undefined;
  const why = isObject(cell) ? fieldOf(cell, "$omitted") : undefined;
  const message =
    typeof why === "string"
      ? `The column ${visibleText(String(column), 60)} holds ${visibleText(why, 120)}, which cannot be read.`
      : schemaSentence(checked.error.issues, value).message;
  const code = typeof why === "string" ? "unreadable-value" : "invalid-row";
  return refusedRow(code, message, place, typeof replicaId === "number" ? replicaId : null);
}

function refusedRow(code: string, message: string, place: Place, replicaId: number | null) {
  return {
    kind: "refused" as const,
    issue: { severity: "refused" as const, code, message, place },
    replicaId,
  };
}
