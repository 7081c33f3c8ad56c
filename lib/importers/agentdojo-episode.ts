import type { EpisodeRecord } from "@/lib/domain/records";
import { splitOf } from "./agentdojo-case";
import { readTranscript } from "./agentdojo-calls";
import { injectionReached } from "./agentdojo-exposure";
import { type AgentDojoLog, messagesOf, unmappedFields } from "./agentdojo-log";
import type { AgentDojoSettings } from "./agentdojo-options";
import { terminationOf } from "./agentdojo-termination";

export type EpisodeSource = { path: string; sha256: string };

export type ReadEpisode = {
  record: EpisodeRecord;
  /** What the log said and the record does not repeat, for the issues that tell of it. */
  notes: {
    silentFinish: boolean;
    caughtCrash: boolean;
    withheldResults: number;
    badTimestamp: boolean;
    badDuration: boolean;
    unnamedTool: boolean;
  };
};

/**
 * One log as an episode (agentdojo.md, mapping). `attackerAction` is the file's `security` in an attacked
 * episode and nothing anywhere else: without an attack the harness writes true for no reason. After a
 * crash that the harness caught, both verdicts are constants that nobody evaluated, hence null.
 */
export function episodeOf(
  log: AgentDojoLog,
  cell: { arm: string; case: string; replica: number },
  source: EpisodeSource,
  settings: AgentDojoSettings,
): ReadEpisode {
  const messages = messagesOf(log);
  const transcript = readTranscript(messages);
  const { silentFinish, ...ending } = terminationOf(log, transcript.toolCalls);
  const attacked = splitOf(log) === "attack";
  const caughtCrash = Boolean(log.error) && typeof log.security === "boolean";
  const reached = attacked ? injectionReached(log.injections, messages) : undefined;
  const startedAt = instantOf(log.evaluation_timestamp, settings.offset);
  const durationMs = durationOf(log.duration);
  const events = log.error
    ? [...transcript.events, { kind: "error" as const, text: log.error }]
    : transcript.events;

  const record: EpisodeRecord = {
    type: "episode",
    ...cell,
    ...ending,
    ...(reached === undefined ? {} : { injectionReached: reached }),
    ...(attacked && typeof log.security === "boolean"
      ? { attackerAction: caughtCrash ? null : log.security === settings.securityMeansAttacked }
      : {}),
    ...(typeof log.utility === "boolean"
      ? { taskCompleted: caughtCrash ? null : log.utility }
      : {}),
    ...(startedAt === null ? {} : { startedAt }),
    ...(durationMs === null ? {} : { durationMs }),
    turns: transcript.turns,
    calls: transcript.calls,
    events,
    extra: {
      source: { ...source, pipelineName: log.pipeline_name ?? null },
      verdict: { utility: log.utility ?? null, security: log.security ?? null },
      log: unmappedFields(log),
    },
  };
  return {
    record,
    notes: {
      silentFinish,
      caughtCrash,
      withheldResults: transcript.calls.filter((call) => call.decision?.outcome === "modify")
        .length,
      badTimestamp: startedAt === null && Boolean(log.evaluation_timestamp),
      badDuration: durationMs === null && typeof log.duration === "number",
      unnamedTool: transcript.calls.some((call) => call.extra?.["nameMissing"] === true),
    },
  };
}

/** `YYYY-MM-DD HH:MM:SS` with the zone that the user gave; null when it is no such moment. */
function instantOf(timestamp: string | null | undefined, offset: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(timestamp ?? "");
  if (!match) return null;
  const [, date, time] = match;
  const written = `${date}T${time}`;
  // Date turns the 31st of February into March: only what survives the round trip is a moment.
  const moment = Date.parse(`${written}Z`);
  const exists = !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(written);
  return exists ? `${written}${offset}` : null;
}

function durationOf(seconds: number | null | undefined): number | null {
  if (typeof seconds !== "number" || seconds < 0) return null;
  const durationMs = seconds * 1000;
  return Number.isFinite(durationMs) ? durationMs : null;
}
