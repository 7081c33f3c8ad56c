import type { Source } from "@/lib/importers/importer";
import { memorySource } from "@/lib/importers/memory-source";

/** One made input and what has to become of it, word for word as `outcomeOf` tells it. */
export type HostileCase = {
  name: string;
  make: () => Made | Promise<Made>;
  outcome: string;
  /** Part of the sentence that a person reads first: the reason of a refusal, or the first issue. */
  says?: string;
  /** JSON path that one of the issues must name. */
  path?: string;
  /** Episodes that the input offers, where each is either imported or refused with one issue. */
  offered?: number;
  /** Takes too long to be read a second time. */
  isHeavy?: true;
};

/** A source in memory, or bytes that have to lie on a disk as an archive or a database does. */
export type Made = { source: Source } | { bytes: Uint8Array; name: string };

export type Content = string | Uint8Array;

/** One file, called as the format would call it. */
export function oneFile(name: string, content: Content): Made {
  return { source: memorySource(name, { [name]: content }) };
}

export function folder(name: string, files: Readonly<Record<string, Content>>): Made {
  return { source: memorySource(name, files) };
}

/** A table of `name, make, outcome, says`. */
export type Row = readonly [
  name: string,
  make: HostileCase["make"],
  outcome: string,
  says?: string,
];

export function cases(prefix: string, rows: readonly Row[]): HostileCase[] {
  return rows.map(([name, make, outcome, says]) => ({
    name: `${prefix}: ${name}`,
    make,
    outcome,
    ...(says === undefined ? {} : { says }),
  }));
}
