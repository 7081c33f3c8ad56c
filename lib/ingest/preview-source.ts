import type { ImportPreview } from "@/lib/domain/import-preview";
import type { Manifest } from "@/lib/domain/records";
import { isAppError } from "@/lib/errors";
import type { Importer, ImportItem, Issue, Source } from "@/lib/importers/importer";
import { recogniseSource } from "@/lib/importers/recognise";
import { countedSource, measureSource } from "./counted-source";
import { startProgress, type ImportProgress } from "./import-progress";
import { stopOf } from "./import-stop";
import { stopIfAsked } from "./ingest-run";
import { createIssueLog } from "./issue-log";
import { maskedSource } from "./masked-source";
import { createMaskedPlaces } from "./note-masked";
import { nothingImportable } from "./nothing-importable";
import { partFingerprint } from "./part-fingerprint";
import { passedOverIssue } from "./passed-over";
import { createIssueGroups } from "./preview/issue-groups";
import { PreviewBook } from "./preview/preview-book";
import { shortText } from "./preview/short-text";
import { sanitise } from "./sanitise";
import { fingerprintSource } from "./sources/fingerprint";
import { watchedSource } from "./watched-source";

export type PreviewInput = {
  source: Source;
  /** The format, when the caller knows it; else it is recognised by its content. */
  importer?: Importer;
  options: Readonly<Record<string, string>>;
  manifest?: Manifest;
  /** Paths that the source passed over because they are no plain files; may grow while it is read. */
  passedOver?: ReadonlySet<string>;
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
};

type Look = Omit<PreviewInput, "importer"> & {
  importer: Importer | null;
  progress: ImportProgress;
  measured: { files: number; bytes: number };
  fingerprint: string | null;
  masked: number;
  book: PreviewBook | null;
  note: (issue: Issue, times?: number) => void;
  kept: readonly Issue[];
};

/**
 * Reads a source to its end, as an import would, and says what that would come to; nothing is written, and
 * neither database nor server is asked. What only these know is left out: whether the same bytes or the
 * same key are there already. Memory does not grow with the size of episodes, only by a few dozen bytes
 * with their number, as that of an import does.
 *
 * A source out of which nothing would come is an answer too: `refusal` is then one sentence, and the
 * questions that may mend it are there.
 *
 * @throws AppError the reason of `signal`, and faults that are not the source's
 */
export async function previewSource(input: PreviewInput): Promise<ImportPreview> {
  const log = createIssueLog();
  const groups = createIssueGroups();
  const look: Look = {
    ...input,
    importer: input.importer ?? null,
    progress: startProgress(),
    measured: { files: 0, bytes: 0 },
    fingerprint: null,
    masked: 0,
    book: null,
    note(issue, times) {
      log.add(issue, times);
      groups.add(issue, times);
    },
    kept: log.kept,
  };
  const refusal = await refusalOf(look);
  const { counts: sums, ...seen } = look.book?.told(input.manifest !== undefined) ?? NOTHING;
  return {
    refusal,
    source: { name: input.source.name, ...look.measured },
    fingerprint: look.fingerprint,
    format: formatOf(look.importer),
    campaign: campaignOf(look.book),
    counts: {
      records: look.progress.records,
      ...sums,
      refused: log.counts.refused,
      recoded: log.counts.recoded,
      warnings: log.counts.warning,
      secretsMasked: look.masked,
    },
    ...seen,
    issues: groups.told(),
    questions: questionsOf(look),
  };
}

/** What `told` gives of a source in which no campaign began. */
const NOTHING: ReturnType<PreviewBook["told"]> = {
  counts: { arms: 0, attacks: 0, cases: 0, episodes: 0, calls: 0 },
  arms: [],
  terminations: [],
  aborted: [],
  notAvailable: [],
  tools: { roles: null, called: 0, withoutRole: 0, names: [] },
};

/** Reads all of it; gives the sentence of what the source itself is to blame for. */
async function refusalOf(look: Look): Promise<string | null> {
  try {
    return await readAll(look);
  } catch (error) {
    const isAnswer =
      isAppError(error) && (error.code === "invalid_input" || error.code === "conflict");
    if (!isAnswer || stopOf(look.signal) !== null) throw error;
    return error.message;
  }
}

async function readAll(look: Look): Promise<string | null> {
  const { source, options, progress } = look;
  stopIfAsked(look.signal);
  look.measured = await measureSource(source);
  progress.bytesTotal = look.measured.bytes;
  if (look.importer === null) {
    const recognised = await recogniseSource(source);
    if ("refusal" in recognised) return recognised.refusal;
    look.importer = recognised.importer;
  }
  const counted = countedSource(source, (bytes) => {
    stopIfAsked(look.signal);
    progress.bytesRead += bytes;
    look.onProgress?.(progress);
  });
  const whole = await fingerprintSource(counted);
  look.fingerprint = partFingerprint(whole.sha256, look.importer, options);
  progress.phase = "records";
  progress.bytesRead = 0;
  const watched = watchedSource(counted, whole);
  const secrets = createMaskedPlaces();
  const masked = maskedSource(watched, (place) => {
    look.masked += 1;
    secrets.add(place);
  });
  await readRecords(look, look.importer, masked, look.fingerprint);
  await masked.readFiles();
  await watched.settle();
  const passedOver = passedOverIssue(look.passedOver);
  if (passedOver !== null) look.note(passedOver);
  secrets.tell({ add: look.note });
  if (look.book === null)
    throw nothingImportable(source.name, look.kept, "no campaign record was found");
  if (look.book.episodes === 0)
    throw nothingImportable(source.name, look.kept, "no episode was found");
  return null;
}

async function readRecords(
  look: Look,
  importer: Importer,
  source: Source,
  fingerprint: string,
): Promise<void> {
  const { progress, manifest } = look;
  const options = { ...look.options, fingerprint };
  for await (const item of importer.read(source, options, { manifest })) {
    stopIfAsked(look.signal);
    if (item.kind === "issue") {
      look.note(item.issue);
      look.book?.noteIssue(item.issue);
      continue;
    }
    progress.records += 1;
    if (look.book === null) look.book = openBook(look, item);
    else look.book.add(item);
    progress.episodes = look.book?.episodes ?? 0;
    look.onProgress?.(progress);
  }
}

/** The first record has to be the campaign's; what comes before it is refused. */
function openBook(
  { note }: Look,
  { record, place }: Extract<ImportItem, { kind: "record" }>,
): PreviewBook | null {
  if (record.type === "campaign")
    return new PreviewBook(sanitise(record, { nul: false, loneSurrogate: false }), note);
  const message = `A record of type "${record.type}" stands before the campaign record.`;
  note({ severity: "refused", code: "before-campaign", message, place });
  return null;
}

function formatOf(importer: Importer | null): ImportPreview["format"] {
  if (importer === null) return null;
  const { id, label, version } = importer;
  return { id, label, version };
}

function campaignOf(book: PreviewBook | null): ImportPreview["campaign"] {
  if (book === null) return null;
  const { key, name, target, harness, startedAt } = book.campaign;
  return {
    key,
    name: shortText(name),
    target: shortText(target.name),
    harness: shortText(harness.name),
    startedAt,
  };
}

function questionsOf({ importer, options }: Look): ImportPreview["questions"] {
  return (importer?.options ?? []).map(({ id, label, help, choices, default: fallback }) => ({
    id,
    label,
    help,
    choices: choices.map(({ value, label: words }) => ({ value, label: words })),
    default: fallback,
    chosen: options[id] ?? fallback,
  }));
}
