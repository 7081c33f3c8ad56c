import type { Database } from "@/db/client";
import type { IssueGroup } from "@/db/schema/imports";
import type { Manifest } from "@/lib/domain/records";
import type { Importer, Issue, Source } from "@/lib/importers/importer";
import { countedSource } from "./counted-source";
import type { Lease } from "./import-lease";
import type { ImportProgress } from "./import-progress";
import type { ImportScope } from "./import-rows";
import { stopError, stopOf } from "./import-stop";
import type { IssueLog } from "./issue-log";

export type IngestCounts = {
  records: number;
  episodes: number;
  refused: number;
  recoded: number;
  warnings: number;
};

export type IngestFacts = {
  importId: string;
  /** Null when nothing recognised the source. */
  format: { id: string; label: string } | null;
  counts: IngestCounts;
  /** Every code that was met with how often, and the first issues with their places. */
  issueGroups: readonly IssueGroup[];
  issues: readonly Issue[];
};

/** `refused` keeps nothing but the import with its reasons; `reason` is one sentence for a person. */
export type IngestResult = IngestFacts &
  (
    | { state: "done"; campaignSlug: string }
    | { state: "duplicate"; campaignSlug: string; campaignName: string }
    | { state: "refused"; reason: string }
  );

export type IngestInput = {
  database: Database;
  projectId: string;
  source: Source;
  /** The format, when the caller knows it; else it is recognised by its content. */
  importer?: Importer;
  options: Readonly<Record<string, string>>;
  /** Takes the place of the campaign of the same bytes or key, which is else in the way. */
  replace?: boolean;
  /** Paths that the source passed over because they are no plain files; may grow while it is read. */
  passedOver?: ReadonlySet<string>;
  /** Whether the source's own bytes are kept beside the normalised records; they are unless told not to. */
  keepSource?: boolean;
  /** Roles of tools, given at import. */
  manifest?: Manifest;
  /** That of an import which was noted and begun already, as an upload is. */
  lease?: Lease;
  /** Called once when two other imports run and this one waits for its turn. */
  onWaiting?: () => void;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal;
};

/** The state of one run of `ingestSource`. */
export type Run = Omit<IngestInput, "importer" | "lease"> & {
  importer: Importer | null;
  scope: ImportScope;
  log: IssueLog;
  /** The names of the campaigns whose place it took. */
  replaced: string[];
  progress: ImportProgress;
  tell: () => void;
};

export function knownImporter({ importer }: Run): Importer {
  if (importer === null) throw new Error("a source is read after its format is known");
  return importer;
}

/** The run's source, whose bytes count as progress, and which ends when the run is to stop. */
export function counted(run: Run): Source {
  return countedSource(run.source, (bytes) => {
    stopIfAsked(run.signal);
    run.progress.bytesRead += bytes;
    run.tell();
  });
}

export function stopIfAsked(signal: AbortSignal | undefined): void {
  const stop = stopOf(signal);
  if (stop !== null) throw stopError(stop);
}

export function factsOf({ scope, importer, progress, log }: Run): IngestFacts {
  return {
    importId: scope.importId,
    format: importer === null ? null : { id: importer.id, label: importer.label },
    counts: {
      records: progress.records,
      episodes: progress.episodes,
      refused: log.counts.refused,
      recoded: log.counts.recoded,
      warnings: log.counts.warning,
    },
    issueGroups: log.groups,
    issues: log.kept,
  };
}
