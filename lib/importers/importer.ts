import type { DomainRecord, Manifest } from "@/lib/domain/records";
import type { TerminationReason } from "@/lib/domain/termination";

/** Where in what the user gave something is wrong. `line` and `byte` count from 1 and 0. */
export type Place = { file: string; line?: number; byte?: number; path?: string };

/**
 * Something the user must be told about a source. A `refused` record is not imported, `recoded` says
 * that a record now means something else than its file said, `warning` that something was noticed.
 */
export type Issue = {
  severity: "refused" | "recoded" | "warning";
  /** Stable, kebab-case: the page groups by it. */
  code: string;
  /** One plain sentence, without the place. */
  message: string;
  place: Place;
  /** What the message says in figures, where it is about verdicts of the source's own. */
  verdicts?: FileVerdicts;
};

/**
 * What a source itself says of the attacked episodes of one arm that ended for one reason, whatever they
 * count as here; those of which it says nothing are in neither count.
 */
export type FileVerdicts = {
  /** Key of the arm. */
  arm: string;
  termination: TerminationReason;
  defended: number;
  attacked: number;
};

/** One file of a source; `open` may be called again, each time from its first byte. */
export type SourceFile = {
  /** Relative to what the user named, with forward slashes. */
  path: string;
  sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
};

/** What the user gave: one file, or a folder of files in a stable order. `files` may run again. */
export type Source = {
  /** The name the user knows it by, without its folder. */
  name: string;
  files(): AsyncIterable<SourceFile>;
};

/** The little that recognition may look at: the first paths and the first bytes of one file. */
export type SourceProbe = {
  name: string;
  /** Paths of the first files, at most 1,000. */
  paths: readonly string[];
  /** Of the file that looks most like one of logs (see `probeSource`): 64 KiB. */
  firstPath: string;
  head: Uint8Array;
};

export type Recognition = { recognised: true } | { recognised: false; lookedFor: string };

/** A question that the format leaves open, asked of the user before anything is written. */
export type ImporterOption = {
  id: string;
  label: string;
  help: string;
  choices: readonly { value: string; label: string }[];
  default: string;
  /** Its value picks one of several campaigns of a source: each of them is a source of its own. */
  selectsPart?: true;
};

export type ImportItem =
  | {
      kind: "record";
      record: DomainRecord;
      /** The bytes to keep as evidence: a native line as it came, else the normalised record. */
      raw: Uint8Array;
      place: Place;
    }
  | { kind: "issue"; issue: Issue };

/** What the user gives beside the source: the roles of its tools, as a manifest of `aftermath/1`. */
export type Given = { manifest?: Manifest | undefined };

/**
 * One file format. Pure: bytes come in as streams, records and issues go out, nothing is written and
 * nothing is defaulted without an issue that says so. Malformed input gives issues, never exceptions.
 *
 * The order of records is that of a native file: `campaign` first, every `arm` and `case` before the
 * first episode that names it, `end` last when the source was whole.
 */
export type Importer = {
  id: string;
  label: string;
  /** Raised when the same bytes would give other records; kept with each import. */
  version: number;
  /** Every line of a source becomes the `raw` of a record, so that the source need not be kept as well. */
  keepsLines?: true;
  options: readonly ImporterOption[];
  recognises(probe: SourceProbe): Recognition;
  /** A given manifest becomes the campaign's, whether or not the source has one: see the registry. */
  read(
    source: Source,
    options: Readonly<Record<string, string>>,
    given?: Given,
  ): AsyncIterable<ImportItem>;
};
