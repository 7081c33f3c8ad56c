import type { EpisodeFilter } from "@/db/queries/episode-filter";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

export type ExportFormat = "jsonl" | "csv";

/** Two sides by the references of their arms, `campaign-slug/arm-key`; a side of several pools them. */
export type NamedArms = { baseline: string[]; candidate: string[] };

/** What the command line asks about one project, whoever answers: a server, or the database here. */
export type Answers = {
  /** @throws AppError not_found, invalid_input */
  comparison(named: NamedArms): Promise<ComparisonReport>;
  /** A whole campaign: as native records, or as a table of its episodes. */
  campaign(slug: string, format: ExportFormat): AsyncIterable<Uint8Array>;
  /** What its records can be held against offline. */
  proof(slug: string): AsyncIterable<Uint8Array>;
  episodes(filter: EpisodeFilter, format: ExportFormat): AsyncIterable<Uint8Array>;
};
