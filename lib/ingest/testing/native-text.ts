import type { EpisodeRecord } from "@/lib/domain/records";

/** A small native campaign as text, for tests of ingest: one arm, two cases. */
export function nativeText(options: {
  key?: string;
  name?: string;
  episodes: readonly (Partial<EpisodeRecord> | string)[];
  end?: boolean;
}): string {
  const { key = "c1", name = "Campaign 1", episodes, end = true } = options;
  const head = [
    {
      type: "campaign",
      format: "aftermath/1",
      key,
      name,
      target: { name: "target" },
      corpus: { name: "corpus" },
      harness: { name: "harness" },
      startedAt: null,
      manifest: { tools: [{ name: "send_email", role: "send" }] },
    },
    { type: "arm", key: "on", name: "On" },
    { type: "case", key: "k1", attack: "a1", split: "attack" },
    { type: "case", key: "k2", attack: "a2", split: "attack" },
  ];
  const lines = [
    ...head.map((record) => JSON.stringify(record)),
    ...episodes.map((episode) =>
      typeof episode === "string"
        ? episode
        : JSON.stringify({
            type: "episode",
            arm: "on",
            case: "k1",
            replica: 1,
            termination: "task_done",
            ...episode,
          }),
    ),
    ...(end ? [JSON.stringify({ type: "end" })] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Episodes with replicas from 1 to `count`. */
export function manyEpisodes(count: number): Partial<EpisodeRecord>[] {
  return Array.from({ length: count }, (_, index) => ({ replica: index + 1 }));
}
