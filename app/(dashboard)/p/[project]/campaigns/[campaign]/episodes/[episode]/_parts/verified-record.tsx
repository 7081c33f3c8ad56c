import type { ComponentProps } from "react";
import { database } from "@/db";
import type { Scope } from "@/db/client";
import { digestNow } from "@/db/queries/episode-detail-bytes";
import type { EpisodeHead } from "@/db/queries/episode-detail";
import { recordOf } from "@/lib/answers/episode-steps-answer";
import { episodeProof } from "@/lib/verification/make-proof";
import { ProofCard } from "./proof-card";
import { RecordCard } from "./record-card";

/** The record's card with the digest of its bytes as they are at this moment, and the proof of them. */
export async function VerifiedRecord({
  scope,
  episode,
  page,
  api,
  ...card
}: { scope: Scope; episode: EpisodeHead; page: string; api: string } & Omit<
  ComponentProps<typeof RecordCard>,
  "digest" | "episode"
>) {
  const source = database();
  // The steps come first: both would pull the same bytes out of the store at once, each the slower for it.
  await recordOf(source, scope, episode);
  const digest = await digestNow(source.sql, scope, episode.campaignId, episode.seq);
  const proof = await episodeProof(source, scope, episode.campaignId, episode.seq);
  return (
    <>
      <RecordCard episode={episode} digest={digest} {...card} />
      <ProofCard proof={proof} page={page} api={api} />
    </>
  );
}
