import type { Database, Scope } from "@/db/client";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { readRecordBytes } from "@/db/queries/episode-detail-bytes";
import { pointsOfCalls } from "@/db/queries/episode-detail-parts";
import type {
  EpisodeStep,
  StepField,
  StepSearch,
  StepSlice,
  TextPart,
} from "@/lib/domain/episode-steps";
import type { Moment } from "@/lib/format/episode-moment";
import { positionOf, readMore, readSlice, type Sequence } from "./episode-record/read-steps";
import { heldRecord } from "./episode-record/record-cache";
import { indexRecord, type RecordIndex } from "./episode-record/record-index";
import { searchSteps } from "./episode-record/search-steps";
import { bytesPart } from "./episode-record/text-part";

type Source = Pick<Database, "sql" | "db">;
export type StoredRecord = Pick<
  EpisodeHead,
  "campaignId" | "seq" | "recordVersion" | "recordBytes" | "attemptCount"
>;

/** Steps that stand before a moment, so that it is seen in its place. */
const BEFORE = 3;
/** Bytes of a record's own text that one view of it shows. */
const RAW_BYTES = 32_768;

/** Which steps: `attempt` counts from 1, null for the last one; either a position or a moment. */
export type StepsAsked = { attempt: number | null; from: number; at: Moment | null };

/**
 * A slice of the episode's steps with the weight points of its calls, and the record's marker. `found` is
 * false when the moment that was asked for is not drawn. Null when the bytes are no record.
 */
export async function stepsAnswer(
  source: Source,
  scope: Scope,
  episode: StoredRecord,
  asked: StepsAsked,
): Promise<{ slice: StepSlice; marker: string; found: boolean } | null> {
  const sequence = await sequenceOf(source, scope, episode, asked.attempt);
  if (sequence === null) return null;
  const position = asked.at === null ? null : positionOf(sequence, asked.at);
  const from = position === null ? asked.from : Math.max(0, position - BEFORE);
  const slice = readSlice(sequence, from);
  const callNos = slice.steps.flatMap((step) => (step.kind === "call" ? [step.index] : []));
  const attemptNo = asked.attempt ?? episode.attemptCount;
  const points = await pointsOfCalls(source.db, scope, episode, attemptNo, callNos);
  const weighed = (step: EpisodeStep): EpisodeStep =>
    step.kind === "call" ? { ...step, points: points.get(step.index) ?? null } : step;
  return {
    slice: { ...slice, steps: slice.steps.map(weighed) },
    marker: sequence.index.marker,
    found: asked.at === null || position !== null,
  };
}

/** More of a long value; null when there is no such step or value. */
export async function moreAnswer(
  source: Source,
  scope: Scope,
  episode: StoredRecord,
  asked: { attempt: number | null; of: Moment; field: StepField; from: number },
): Promise<TextPart | null> {
  const sequence = await sequenceOf(source, scope, episode, asked.attempt);
  return sequence === null ? null : readMore(sequence, asked.of, asked.field, asked.from);
}

/** Where a text stands in the episode, over all its slices. Null when the bytes are no record. */
export async function searchAnswer(
  source: Source,
  scope: Scope,
  episode: StoredRecord,
  asked: { attempt: number | null; sought: string; from: number },
): Promise<StepSearch | null> {
  const sequence = await sequenceOf(source, scope, episode, asked.attempt);
  return sequence === null ? null : searchSteps(sequence, asked.sought, asked.from);
}

/** A part of the record's own text; null when its bytes are gone. */
export async function recordPartAnswer(
  source: Source,
  scope: Scope,
  episode: StoredRecord,
  from: number,
): Promise<TextPart | null> {
  const index = await recordOf(source, scope, episode);
  if (index !== null) return bytesPart(index.bytes, from, RAW_BYTES);
  const bytes = await readRecordBytes(source.sql, scope, episode.campaignId, episode.seq);
  return bytes === null ? null : bytesPart(bytes, from, RAW_BYTES);
}

async function sequenceOf(
  source: Source,
  scope: Scope,
  episode: StoredRecord,
  attempt: number | null,
): Promise<Sequence | null> {
  const index = await recordOf(source, scope, episode);
  return index === null ? null : { index, earlier: attempt === null ? null : attempt - 1 };
}

/** The record with where everything in it stands, held for a while; null when its bytes are no record. */
export function recordOf(
  { sql }: Source,
  scope: Scope,
  episode: StoredRecord,
): Promise<RecordIndex | null> {
  const { campaignId, seq, recordVersion, recordBytes } = episode;
  const key = `${scope.projectId}/${campaignId}/${seq}/${recordVersion}`;
  return heldRecord(key, recordBytes, async () => {
    const bytes = await readRecordBytes(sql, scope, campaignId, seq);
    return bytes === null ? null : indexRecord(bytes);
  });
}
