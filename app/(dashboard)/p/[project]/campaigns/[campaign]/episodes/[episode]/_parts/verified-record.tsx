import type { ComponentProps } from "react";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { digestNow } from "@/db/queries/episode-detail-bytes";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { recordOf } from "@/lib/answers/episode-steps-answer";
import { RecordCard } from "./record-card";

/** The record's card with the digest of its bytes as they are at this moment. */
export async function VerifiedRecord({
  scope,
  episode,
  ...card
}: { scope: Scope; episode: EpisodeHead } & Omit<
  ComponentProps<typeof RecordCard>,
  "digest" | "episode"
>) {
  const source = database();
  // The steps come first: both would pull the same bytes out of the store at once, each the slower for it.
  await recordOf(source, scope, episode);
  const digest = await digestNow(source.sql, scope, episode.campaignId, episode.seq);
  return <RecordCard episode={episode} digest={digest} {...card} />;
}
