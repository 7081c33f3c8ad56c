import type { ComponentProps } from "react";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { digestNow } from "@/db/queries/episode-detail-bytes";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { RecordCard } from "./record-card";

/** The record's card with the digest of its bytes as they are at this moment. */
export async function VerifiedRecord({
  scope,
  episode,
  ...rest
}: { scope: Scope; episode: EpisodeHead } & Omit<
  ComponentProps<typeof RecordCard>,
  "digest" | "episode"
>) {
  const digest = await digestNow(database().sql, scope, episode.campaignId, episode.seq);
  return <RecordCard episode={episode} digest={digest} {...rest} />;
}
