import type { AuditAction } from "@/lib/domain/audit-action";
import type { Transaction } from "@/lib/ingest/insert-rows";
import { annotationDigest, type WrittenAnnotation } from "@/lib/integrity/annotation-digest";
import type { Finding } from "./finding";

const ACTIONS: readonly AuditAction[] = ["annotation.added", "dispute.raised", "dispute.resolved"];

type Row = {
  /** As the audit log has it; null: it has no entry of this annotation. */
  digest: string | null;
  /** The episode that the entry names. */
  toldSeq: number | null;
  /** Whether it came when entries had digests already, and has none at all. */
  isDue: boolean | null;
  written: WrittenAnnotation | null;
};

/**
 * Holds notes and disputes of a campaign against the digests that the audit log has of them, whose end each
 * checkpoint signs. Those of before there were such digests are passed over.
 */
export async function checkAnnotations(
  tx: Transaction,
  { projectId, campaignId }: { projectId: string; campaignId: string },
): Promise<Finding[]> {
  const rows = await tx<Row[]>`
    with told as (
      select object_id, at, detail from audit_entries
      where project_id = ${projectId} and action in ${tx(ACTIONS)} and outcome = 'done'
    ), of_it as (
      select * from told where detail ? 'sha256' and detail->>'campaignId' = ${campaignId}
    )
    select of_it.detail->>'sha256' as digest, (of_it.detail->>'episode')::int as "toldSeq",
      a.created_at > (select min(at) from told where detail ? 'sha256')
        and not exists (select from told where told.object_id = a.id::text) as "isDue",
      case when a.id is not null then json_build_object(
        'campaign', a.campaign_id, 'episode', a.episode_seq, 'id', a.id, 'kind', a.kind,
        'author', a.author, 'text', a.text, 'outcome', a.outcome, 'resolves', a.resolves,
        'callNo', a.call_no, 'at', log_instant(a.created_at)) end as written
    from (select * from annotations where campaign_id = ${campaignId}) a
    full join of_it on of_it.object_id = a.id::text
    order by coalesce(a.episode_seq, (of_it.detail->>'episode')::int), a.id`;
  for (const { digest, toldSeq, isDue, written } of rows) {
    const what = wrongWith({ digest, isDue, written });
    if (what !== null)
      return [{ kind: "note", seq: toldSeq ?? written?.episode ?? null, message: what }];
  }
  return [];
}

function wrongWith({ digest, isDue, written }: Omit<Row, "toldSeq">): string | null {
  if (written === null) return "A note or dispute beside it is gone.";
  if (digest === null)
    return isDue === true ? "A note or dispute beside it has no entry in the audit log." : null;
  return annotationDigest(written) === digest
    ? null
    : "A note or dispute beside it is not as it was written.";
}
