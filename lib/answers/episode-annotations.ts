import type { Db, Scope } from "@/db/client";
import { addAnnotation, type Annotation, annotationsOf } from "@/db/queries/annotations";
import { findEpisodeHead } from "@/db/queries/episode-detail";
import type { AnnotationJson, NewAnnotationJson } from "@/lib/api/schemas/annotation-schema";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import type { AuditAction } from "@/lib/domain/audit-action";
import { AppError } from "@/lib/errors";
import { annotationDigest } from "@/lib/integrity/annotation-digest";

type Address = { campaignSlug: string; seq: number };

export function annotationJson({ createdAt, ...rest }: Annotation): AnnotationJson {
  return { ...rest, createdAt: createdAt.toISOString() };
}

/** What was written beside the episode of this address; null when there is no such episode. */
export async function listAnnotations(
  db: Db,
  scope: Scope,
  address: Address,
): Promise<Annotation[] | null> {
  const episode = await findEpisodeHead(db, scope, address.campaignSlug, address.seq);
  return episode === null ? null : annotationsOf(db, scope, episode);
}

/**
 * Writes beside the episode of this address; null when there is no such episode.
 *
 * @throws AppError invalid_input: it settles what is no dispute of this episode, or names a call that the
 *   episode has not; conflict: the dispute is settled already
 */
export async function annotate(
  db: Db,
  scope: Scope,
  address: Address,
  given: NewAnnotationJson,
  by: Actor,
): Promise<Annotation | null> {
  const episode = await findEpisodeHead(db, scope, address.campaignSlug, address.seq);
  if (episode === null) return null;
  if (given.callNo !== null && given.callNo >= episode.callCount)
    throw new AppError("invalid_input", `The episode has no call ${given.callNo + 1}.`);
  const written = await db.transaction(async (tx) => {
    const added = await addAnnotation(tx, scope, episode, given);
    if (typeof added !== "string")
      await audit(tx, by, {
        action: ACTIONS[added.kind],
        projectId: scope.projectId,
        object: { kind: "annotation", id: added.id },
        detail: {
          campaign: address.campaignSlug,
          episode: address.seq,
          campaignId: episode.campaignId,
          sha256: digestOf(added, { campaign: episode.campaignId, episode: address.seq }),
        },
      });
    return added;
  });
  if (written === "unknown-dispute")
    throw new AppError("invalid_input", "There is no such dispute of this episode to settle.");
  if (written === "settled")
    throw new AppError("conflict", "The dispute has been settled meanwhile; load the page anew.");
  return written;
}

function digestOf(
  { createdAt, id, kind, author, text, outcome, resolves, callNo }: Annotation,
  place: { campaign: string; episode: number },
): string {
  const at = createdAt.toISOString();
  return annotationDigest({ ...place, id, kind, author, text, outcome, resolves, callNo, at });
}

const ACTIONS: Record<Annotation["kind"], AuditAction> = {
  note: "annotation.added",
  dispute: "dispute.raised",
  resolution: "dispute.resolved",
};
