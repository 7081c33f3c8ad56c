import type { Split } from "@/lib/domain/records";
import { issueItem, recordItem } from "./import-item";
import type { ImportItem } from "./importer";
import { textOf } from "./json-value";
import { maskSecrets } from "./mask-secrets";
import type { NornBook } from "./norn-book";
import { caseOf, splitOf } from "./norn-case";
import { isLong, longName } from "./norn-long-name";
import type { NornNotes } from "./norn-notes";
import type { OpenedNorn } from "./norn-open";
import { type KillChainRow, NORN, type TechniqueRow } from "./norn-rows";
import { visibleText } from "./visible-text";

/** The cases that were read, by their id, for the episodes that name them. */
export type NornCases = Map<string, { split: Split; payload: string | undefined }>;

/** Reads the cases of the campaign and enters each into `cases`. */
export async function* readNornCases(
  { book, campaign }: OpenedNorn,
  cases: NornCases,
  notes: NornNotes,
): AsyncGenerator<ImportItem> {
  const techniques = new Map<string, TechniqueRow>();
  for await (const read of book.rows(NORN.technique)) {
    if (read.kind === "row") techniques.set(read.row.id, read.row);
  }
  const killChains = await lastKillChains(book, campaign.id, notes);
  for await (const read of book.rows(NORN.case)) {
    if (read.kind === "refused") {
      yield { kind: "issue", issue: read.issue };
      continue;
    }
    const { row, place } = read;
    if (row.campaign_id !== campaign.id) continue;
    const split = splitOf(row);
    if (split === null) {
      const message = `The split "${visibleText(row.split ?? "", 40)}" is none of harmful, borderline and benign.`;
      yield issueItem("refused", "unknown-split", message, place);
      continue;
    }
    if (cases.has(row.case_id)) {
      const message = "The campaign has a case of this name already, which was kept.";
      yield issueItem("refused", "duplicate-case", message, place);
      continue;
    }
    if (isLong(row.case_id) || isLong(row.technique_id)) {
      yield longName(place);
      continue;
    }
    cases.set(row.case_id, { split, payload: textOf(row.payload) });
    const from = {
      layer: textOf(campaign.layer),
      technique: techniques.get(row.technique_id),
      killChain: killChains.get(row.case_id),
    };
    const { value, places } = maskSecrets(caseOf(row, split, from), { names: false });
    notes.secrets(place, places);
    if (row.split === "borderline") notes.borderline(place);
    yield recordItem(value, place);
  }
}

/** A second run of Norn's assessment inserts its rows again; the last ones are the newest. */
async function lastKillChains(
  book: NornBook,
  campaignId: number,
  notes: NornNotes,
): Promise<ReadonlyMap<string, KillChainRow>> {
  const last = new Map<string, KillChainRow>();
  for await (const read of book.rows(NORN.killChain)) {
    if (read.kind === "refused" || read.row.campaign_id !== campaignId) continue;
    const { row, place } = read;
    const earlier = last.get(row.case_id);
    if (earlier !== undefined) notes.repeatedAssessment(place);
    if (earlier === undefined || row.id > earlier.id) last.set(row.case_id, row);
  }
  return last;
}
