/** What is wrong, by kind: each names the first thing that a look at the stored data found changed. */
export const FINDING_KINDS = {
  missing: "an episode is gone",
  extra: "an episode is there that was not sealed",
  record: "the bytes of a record are not those of its digest",
  episode: "a record, its place or its figures are not those that were sealed",
  leaves: "the stored leaves are not those that were sealed",
  root: "the root is not the one that was sealed",
  table: "the campaign's own rows are not those that were sealed",
  source: "a kept source file is not the one that was sealed",
  manifest: "the manifest is not the one that was sealed",
  figures: "figures do not follow from the records",
  note: "a note or dispute is not as it was written",
  seal: "a campaign has no seal where it has to have one",
  dropped: "content is gone otherwise than the log says",
  gone: "a sealed campaign is gone without having been deleted",
  tombstone: "a tombstone does not say what the log says",
  log: "the log is not what it was",
  checkpoint: "a checkpoint does not belong to this log",
  signature: "a checkpoint is not signed by this instance's key",
} as const satisfies Record<string, string>;

export type FindingKind = keyof typeof FINDING_KINDS;

export type Finding = {
  kind: FindingKind;
  /** The first episode that is concerned, where one can be named. */
  seq: number | null;
  /** One sentence for a person. */
  message: string;
};

/**
 * `proven`: nothing changed since it was sealed. `changed`: something did, as the findings say. `unsealed`:
 * it was imported before records were sealed, so that nothing can be said. `dropped`: its content was, as
 * the log says; its leaves are those that were sealed, and nothing else changed since.
 */
export type VerifiedCampaign = {
  id: string;
  slug: string;
  state: "proven" | "changed" | "unsealed" | "dropped";
  /** Who dropped its content, when, why and how much, as the log says; null: nobody did. */
  dropped: DroppedContent | null;
  /** Hexadecimal; null where it has no seal. */
  root: string | null;
  episodes: number;
  findings: Finding[];
};

export type DroppedContent = {
  at: string;
  by: string;
  why: string;
  /** Of episodes, and the bytes of all records. */
  records: number;
  bytes: number;
};
