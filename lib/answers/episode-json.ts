import type { EpisodeDetail } from "@/db/queries/episode-detail";
import type { EpisodeRow } from "@/db/queries/episodes";
import type { EpisodeDetailJson, EpisodeJson } from "@/lib/api/schemas/episode-schema";
import { dropJson } from "./keeping-json";
import { recordPath } from "./record-path";

/** An episode of a list as the API hands it out; `project` is the slug, for the record's address. */
export function episodeJson(project: string, row: EpisodeRow): EpisodeJson {
  return {
    campaign: row.campaignSlug,
    campaignName: row.campaignName,
    seq: row.seq,
    arm: row.armKey,
    armName: row.armName,
    case: row.caseKey,
    attack: row.attackKey,
    split: row.split,
    replica: row.replica,
    termination: row.termination,
    terminationSource: row.terminationSource,
    outcome: row.outcome,
    dispute: row.dispute,
    hitBeforeAbort: row.hitBeforeAbort,
    weighable: row.weighable,
    damage: row.damage,
    exposure: row.exposure,
    attributedByRule: row.attributedByRule,
    calls: row.callCount,
    denied: row.deniedCount,
    turns: row.turns,
    durationMs: row.durationMs,
    alarms: row.alarms,
    startedAt: iso(row.startedAt),
    record: recordPath(project, row.campaignSlug, row.seq),
  };
}

/** One episode with what was derived from its record. The record itself stands at its own address. */
export function episodeDetailJson(project: string, episode: EpisodeDetail): EpisodeDetailJson {
  return {
    ...episodeJson(project, episode),
    sha256: episode.sha256,
    unchanged: episode.unchanged,
    contentDropped: dropJson(episode.dropped),
    terminationDetail: episode.terminationDetail,
    outcomeReason: episode.outcomeReason,
    taskCompleted: episode.taskCompleted,
    attackerAction: episode.attackerAction,
    injectionReached: episode.injectionReached,
    damageInEarlierAttempts: episode.damageInEarlierAttempts,
    tokens: episode.tokens,
    costUsd: episode.costUsd,
    hadNul: episode.hadNul,
    hadLoneSurrogate: episode.hadLoneSurrogate,
    attempts: episode.attempts.map((attempt) => ({
      ...attempt,
      startedAt: iso(attempt.startedAt),
    })),
    callList: episode.calls.map((call) => ({ ...call, calledAt: iso(call.calledAt) })),
    effects: episode.effects.map((effect) => ({ ...effect, effectAt: iso(effect.effectAt) })),
  };
}

function iso(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
