import { createHash } from "node:crypto";
import type { attempts } from "@/db/schema/attempts";
import type { calls } from "@/db/schema/calls";
import type { effects } from "@/db/schema/effects";
import type { episodeRecords } from "@/db/schema/episode-records";
import type { episodeTexts } from "@/db/schema/episode-texts";
import type { episodes } from "@/db/schema/episodes";
import type { CallFacts, EpisodeFacts } from "@/lib/domain/facts";
import type { CallRecord, CaseRecord, EpisodeRecord } from "@/lib/domain/records";
import { lastCallsOf } from "@/lib/metrics/scoring/last-calls";
import type { Place } from "@/lib/importers/importer";
import { sanitise, type Losses } from "./sanitise";
import { searchableText } from "./searchable-text";
import { storedInstant } from "./stored-instant";

/** Everything that one episode puts into the database. */
export type EpisodeRows = {
  place: Place;
  episode: typeof episodes.$inferInsert;
  record: typeof episodeRecords.$inferInsert & { raw: Uint8Array };
  text: typeof episodeTexts.$inferInsert;
  attempts: (typeof attempts.$inferInsert)[];
  calls: (typeof calls.$inferInsert)[];
  effects: (typeof effects.$inferInsert)[];
};

type Input = {
  scope: { projectId: string; campaignId: string };
  seq: number;
  armNo: number;
  caseNo: number;
  testCase: CaseRecord;
  episode: EpisodeRecord;
  facts: EpisodeFacts;
  losses: Losses;
  raw: Uint8Array;
  place: Place;
};

// The objects below are written out rather than spread from others: with a few hundred thousand calls the
// engine spends more time on spreading than on everything else that an import does.

/** The rows of one episode, from its sanitised record and the facts that scoring derived from it. */
export function episodeRowsOf(input: Input): EpisodeRows {
  const { scope, seq, episode, facts } = input;
  return {
    place: input.place,
    episode: episodeRow(input),
    record: recordRow(input),
    text: {
      projectId: scope.projectId,
      campaignId: scope.campaignId,
      seq,
      body: searchableText(episode, input.testCase),
    },
    attempts: attemptRows(input),
    calls: [
      ...(episode.attempts ?? [])
        .slice(0, -1)
        .flatMap((attempt, index) =>
          callRows(input, index + 1, attempt.calls ?? [], facts.earlierCalls[index] ?? []),
        ),
      ...callRows(input, facts.attempts, lastCallsOf(episode), facts.calls),
    ],
    effects: (episode.effects ?? []).map((effect, index) => ({
      projectId: scope.projectId,
      campaignId: scope.campaignId,
      episodeSeq: seq,
      effectNo: index,
      tool: effect.tool,
      role: facts.effects[index]?.role ?? null,
      effectAt: storedInstant(effect.at),
      containsMarker: effect.containsMarker ?? null,
      callNo: effect.call ?? null,
      damage: facts.effects[index]?.damage ?? 0,
    })),
  };
}

function recordRow({ scope, seq, raw, place }: Input): EpisodeRows["record"] {
  // The names of foreign files and fields may hold what `text` refuses.
  const readable = sanitise(place, { nul: false, loneSurrogate: false });
  return {
    projectId: scope.projectId,
    campaignId: scope.campaignId,
    seq,
    raw,
    sha256: createHash("sha256").update(raw).digest(),
    sourceFile: readable.file,
    sourceLine: readable.line ?? null,
    sourcePath: readable.path ?? null,
  };
}

function episodeRow({ scope, seq, armNo, caseNo, episode, facts, losses }: Input) {
  return {
    projectId: scope.projectId,
    campaignId: scope.campaignId,
    seq,
    armNo,
    caseNo,
    replica: facts.replica,
    termination: facts.termination,
    terminationSource: facts.terminationSource,
    terminationDetail: episode.terminationDetail ?? null,
    outcome: facts.outcome,
    outcomeReason: facts.outcomeReason,
    attackerAction: facts.attackerAction,
    taskCompleted: facts.taskCompleted,
    hitBeforeAbort: facts.hitBeforeAbort,
    injectionReached: facts.injectionReached,
    weighable: facts.weighable,
    damage: facts.damage,
    exposure: facts.exposure,
    damageInEarlierAttempts: facts.damageInEarlierAttempts,
    attempts: facts.attempts,
    callCount: facts.calls.length,
    deniedCount: facts.calls.filter((call) => call.fate === "denied").length,
    turns: facts.turns,
    durationMs: facts.durationMs,
    tokens: facts.tokens,
    costUsd: facts.costUsd,
    startedAt: storedInstant(episode.startedAt),
    alarms: facts.alarms,
    hadNul: losses.nul,
    hadLoneSurrogate: losses.loneSurrogate,
  };
}

function attemptRows({ scope, seq, episode, facts }: Input): EpisodeRows["attempts"] {
  const earlier = (episode.attempts ?? []).slice(0, -1);
  const last = episode.attempts?.at(-1);
  return [
    ...earlier.map((attempt, index) => ({
      projectId: scope.projectId,
      campaignId: scope.campaignId,
      episodeSeq: seq,
      attemptNo: index + 1,
      termination: attempt.termination,
      detail: attempt.detail ?? null,
      startedAt: storedInstant(attempt.startedAt),
      callCount: attempt.calls?.length ?? 0,
      damage: sumDamage(facts.earlierCalls[index] ?? []),
    })),
    {
      projectId: scope.projectId,
      campaignId: scope.campaignId,
      episodeSeq: seq,
      attemptNo: facts.attempts,
      termination: facts.termination,
      detail: last?.detail ?? episode.terminationDetail ?? null,
      startedAt: storedInstant(last?.startedAt ?? episode.startedAt),
      callCount: facts.calls.length,
      damage: facts.damage,
    },
  ];
}

function callRows(
  { scope, seq }: Input,
  attemptNo: number,
  records: readonly CallRecord[],
  facts: readonly CallFacts[],
): EpisodeRows["calls"] {
  return facts.map((fact, index) => {
    const call = records[index];
    return {
      projectId: scope.projectId,
      campaignId: scope.campaignId,
      episodeSeq: seq,
      attemptNo,
      callNo: index,
      tool: fact.tool,
      role: fact.role,
      weight: fact.weight,
      fate: fact.fate,
      damage: fact.damage,
      exposure: fact.exposure,
      friction: fact.friction,
      unattributed: fact.unattributed,
      attributed: fact.attributed,
      returnedRead: fact.returnedRead,
      decision: call?.decision?.outcome ?? null,
      rule: call?.decision?.rule ?? null,
      reason: call?.decision?.reason ?? null,
      executed: call?.executed ?? false,
      authorised: call?.authorised ?? null,
      markerInArguments: call?.marker?.inArguments ?? null,
      markerInResult: call?.marker?.inResult ?? null,
      markerReturned: call?.marker?.returned ?? null,
      turn: call?.turn ?? null,
      calledAt: storedInstant(call?.at),
    };
  });
}

function sumDamage(calls: readonly CallFacts[]): number {
  return calls.reduce((sum, call) => sum + call.damage, 0);
}
