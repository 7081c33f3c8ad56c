import { integer, plural } from "./numbers";

/** What became of the records of an import that were not taken as they are: "3 refused, 0 recoded, 1 warning". */
export function importCounts(counts: {
  refused: number;
  recoded: number;
  warnings: number;
}): string {
  return `${integer(counts.refused)} refused, ${integer(counts.recoded)} recoded, ${plural(counts.warnings, "warning")}`;
}
