/** What a cell may hold; null is an empty cell, never a number. */
export type CsvValue = string | number | boolean | null;

export type CsvColumn<Row> = { name: string; cell: (row: Row) => CsvValue };

/**
 * What a spreadsheet computes when a cell begins with it, also after spaces and in full width (OWASP ASVS
 * 1.2.10, security.md D8). Such a text gets an apostrophe before it; a number never does.
 */
const FORMULA = /^[\s\0\u00a0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\0]/;
const QUOTED = /[",\r\n]|^\s|\s$/;

/** One cell of RFC 4180, inert in a spreadsheet. */
export function csvCell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `${columns.map(({ name }) => csvCell(name)).join(",")}\r\n`;
}

export function csvRow<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  return `${columns.map(({ cell }) => csvCell(cell(row))).join(",")}\r\n`;
}
