import type { CallRecord, EpisodeRecord } from "@/lib/domain/records";

/**
 * The calls of an episode's last attempt: the episode's own, and where it lists none (absent or empty)
 * those that its last attempt recorded. An empty list must not hide calls that the record holds.
 */
export function lastCallsOf(episode: EpisodeRecord): readonly CallRecord[] {
  const own = episode.calls ?? [];
  return own.length > 0 ? own : (episode.attempts?.at(-1)?.calls ?? []);
}
