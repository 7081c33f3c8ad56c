import { parseAsbPath } from "./asb-path";
import { type AsbRow, asbHeader, isAsb } from "./asb-row";
import { type CaseNames, createCaseNames } from "./case-names";
import type { Place, Source, SourceFile } from "./importer";
import { sha256OfText } from "./sha256";
import { splitCsv } from "./split-csv";
import { isSystemFile } from "./system-files";

export type AsbTable = { file: SourceFile; path: ReturnType<typeof parseAsbPath> };

export type AsbSurvey = {
  tables: readonly AsbTable[];
  /** Paths of files that are no table of ASB. */
  others: readonly string[];
  caseKeyOf(table: AsbTable, row: AsbRow, userTask: string | undefined): string;
  armKeyOf(table: AsbTable): string | null;
};

export type AsbRead =
  | { kind: "row"; row: AsbRow; place: Place }
  | { kind: "fault"; code: string; message: string; place: Place };

/** The rows of one table with their places; the first line was its header. */
export async function* asbRows(file: SourceFile): AsyncGenerator<AsbRead> {
  let header: ReturnType<typeof asbHeader> = null;
  for await (const row of splitCsv(file.open())) {
    const place: Place = { file: file.path, line: row.line, byte: row.byte };
    if (row.kind === "fault") {
      yield { kind: "fault", code: row.code, message: row.message, place };
      continue;
    }
    if (header === null) {
      header = asbHeader(row.fields);
      if (header !== null) continue;
      const message = "The first line does not name the columns of ASB.";
      yield { kind: "fault", code: "not-asb", message, place };
      return;
    }
    const read = header.rowOf(row.fields);
    if (read !== null) yield { kind: "row", row: read, place };
    else {
      const message = `The row has ${row.fields.length} fields; the first line names ${header.columns}.`;
      yield { kind: "fault", code: "not-an-asb-row", message, place };
    }
  }
}

/**
 * Goes through the tables once, because an agent and a tool may stand for several tasks, and a model's
 * folder for several runs.
 */
export async function surveyAsb(
  source: Source,
  taskOf: (row: AsbRow) => string | undefined,
): Promise<AsbSurvey> {
  const tables: AsbTable[] = [];
  const others: string[] = [];
  const names: CaseNames = createCaseNames();
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    if (!(await beginsAsAsb(file))) {
      others.push(file.path);
      continue;
    }
    const table = { file, path: parseAsbPath(file.path, source.name) };
    tables.push(table);
    for await (const read of asbRows(file)) {
      const task = read.kind === "row" ? taskOf(read.row) : undefined;
      if (read.kind === "row" && task !== undefined) {
        names.note(nameOf(table, read.row), identityOf(task));
      }
    }
  }
  const groups = new Set(tables.map(({ path }) => path.group));
  return {
    tables,
    others,
    caseKeyOf: (table, row, userTask) => names.keyOf(nameOf(table, row), identityOf(userTask)),
    armKeyOf({ path: { model, memory, group } }) {
      if (model === null) return null;
      const name = memory === "no_memory" || memory === null ? model : `${model} ${memory}`;
      // Runs of one model under several folders are several arms: a defence is named there or nowhere.
      return groups.size > 1 && group !== "" ? `${group}/${name}` : name;
    },
  };
}

function nameOf({ path }: AsbTable, row: AsbRow): string {
  return [path.attackClass, path.technique, row.agent, row.tool]
    .filter((step) => step !== null)
    .join("/");
}

function identityOf(userTask: string | undefined): string {
  return sha256OfText(userTask ?? "");
}

async function beginsAsAsb(file: SourceFile): Promise<boolean> {
  let head = new Uint8Array();
  for await (const chunk of file.open()) {
    const longer = new Uint8Array(head.length + chunk.length);
    longer.set(head);
    longer.set(chunk, head.length);
    head = longer;
    if (head.length >= 4096) break;
  }
  return isAsb(head);
}
