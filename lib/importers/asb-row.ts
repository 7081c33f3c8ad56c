import type { Recognition } from "./importer";

/** The columns that make a table one of ASB; others may stand beside them, in any order. */
export const ASB_COLUMNS = {
  agent: "Agent Name",
  tool: "Attack Tool",
  attacked: "Attack Successful",
  done: "Original Task Successful",
  messages: "messages",
} as const;

export type AsbColumn = keyof typeof ASB_COLUMNS;

/** One try: the columns that mean something here, and every other one by its name. */
export type AsbRow = Readonly<Record<AsbColumn, string>> & {
  others: Readonly<Record<string, string>>;
};

export type AsbHeader = {
  columns: number;
  /** The row of these fields; null when there are not as many as columns. */
  rowOf(fields: readonly string[]): AsbRow | null;
};

/** What the first row of a table says, or null when a column of ASB is not among it. */
export function asbHeader(fields: readonly string[]): AsbHeader | null {
  const indexOf = (column: AsbColumn) => fields.indexOf(ASB_COLUMNS[column]);
  const at = {
    agent: indexOf("agent"),
    tool: indexOf("tool"),
    attacked: indexOf("attacked"),
    done: indexOf("done"),
    messages: indexOf("messages"),
  };
  const indexes = Object.values(at);
  if (indexes.includes(-1)) return null;
  const others = fields.flatMap((name, index) =>
    indexes.includes(index) || name === "" ? [] : [{ name, index }],
  );
  return {
    columns: fields.length,
    rowOf(row) {
      if (row.length !== fields.length) return null;
      const field = (index: number) => row[index] ?? "";
      return {
        agent: field(at.agent),
        tool: field(at.tool),
        attacked: field(at.attacked),
        done: field(at.done),
        messages: field(at.messages),
        others: Object.fromEntries(others.map(({ name, index }) => [name, field(index)])),
      };
    },
  };
}

/** True for bytes whose first line names the columns of ASB. */
export function isAsb(head: Uint8Array): boolean {
  const line = new TextDecoder().decode(head.subarray(0, 4096)).split(/\r?\n/, 1)[0] ?? "";
  return asbHeader(line.split(",").map((name) => name.replace(/^"(.*)"$/, "$1"))) !== null;
}

export function recogniseAsb(head: Uint8Array): Recognition {
  const names = Object.values(ASB_COLUMNS).map((name) => `\`${name}\``);
  const lookedFor = `a table with commas whose first line names the columns ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return isAsb(head) ? { recognised: true } : { recognised: false, lookedFor };
}
