import type { LostProof } from "@/lib/domain/lost-proof";

/** A part of a document. Texts are as the record has them: whoever renders makes them inert. */
export type ReportBlock =
  | { kind: "text"; text: string; strong?: true }
  | { kind: "list"; items: string[] }
  | { kind: "facts"; facts: [name: string, value: string][] }
  | {
      kind: "table";
      caption: string;
      columns: string[];
      /** From here on, to the right. */ numericFrom: number;
      rows: string[][];
    };

export type ReportSection = { title: string; blocks: ReportBlock[] };

/** A report as a document, before it is made HTML. Plain JSON. */
export type ReportDocument = {
  title: string;
  /** The answer in one sentence. */
  sentence: string;
  /** Which project, made when and by which version. */
  made: ReportMaking;
  /** Of one that was computed and kept on another day, by whatever version ran then. */
  saved?: Pick<ReportSaving, "at" | "productVersion"> | undefined;
  sections: ReportSection[];
};

/** `at` is an ISO instant, UTC. */
export type ReportMaking = { project: string; at: string; version: string };

/** Where the figures of a campaign come from, as its report prints it. */
export type ReportProvenance = {
  slug: string;
  key: string;
  importedAt: string;
  source: string | null;
  format: string | null;
  /** SHA-256 of the source, hex. */
  sha256: string | null;
  refused: number;
  recoded: number;
  warnings: number;
  maskedSecrets: number;
  /** The first files, and how many there are. */
  files: { path: string; sizeBytes: number; sha256: string; masked: number }[];
  fileCount: number;
  /** That its records, texts and source files were dropped, `at` an ISO instant; null: they are kept. */
  dropped: { at: string; by: string; reason: string } | null;
  /** Or what is gone of it; null: it was imported before records were sealed. */
  seal: ReportSeal | LostProof | null;
};

/** By what anybody can check later that the campaign is what it was. Digests are hexadecimal. */
export type ReportSeal = {
  /** Over the leaves of the campaign's episodes. */
  root: string;
  /** Which entry of the instance's log says so, from 0. */
  entry: number;
  /** The signed head of the log: a checkpoint in C2SP's form, and the key; null: nobody signed it yet. */
  checkpoint: { size: number; root: string; note: string; publicKey: string } | null;
};

/** That a report was computed on another day and kept: what it read then, and what has become of that since. */
export type ReportSaving = {
  name: string;
  at: string;
  policyVersion: number;
  /** The version that computed and saved it; null: it was not noted then. */
  productVersion: string | null;
  inputs: {
    slug: string;
    name: string;
    /** SHA-256 of its source, hex. */
    fingerprint: string;
    scoringVersion: number;
    /** Over the leaves of its episodes as it was read, hex; null: none was noted. */
    root: string | null;
    /** In words, as the end of a sentence; null: it is stored as it was. */
    changed: string | null;
  }[];
};
