import { NoProof } from "@/components/report/no-proof";
import { Card } from "@/components/ui/card";
import { Digest } from "@/components/ui/digest";
import { Fact, Facts } from "@/components/ui/facts";
import { PlainLink } from "@/components/ui/text-link";
import type { LostProof } from "@/lib/domain/lost-proof";
import { integer } from "@/lib/format/numbers";
import { checkProof } from "@/lib/integrity/proof-bundle";
import { NO_CHECKPOINT } from "@/lib/reports/integrity-sentences";
import type { EpisodeProof } from "@/lib/verification/make-proof";

/** The way from this episode to the signed head of the log, walked for this page. */
export function ProofCard({
  proof,
  page,
  api,
}: {
  proof: EpisodeProof | LostProof | null;
  /** The address of this page, to walk it again. */
  page: string;
  api: string;
}) {
  if (proof === null || typeof proof === "string") return <NoProof title="Proof" lost={proof} />;
  const { bundle, leaf, root, isUnchanged, isDropped } = proof;
  const steps = checkProof(bundle, null);
  const holds = isUnchanged && steps.leaf === true && steps.manifest;
  const isSigned = steps.log === true && steps.signature === true;
  return (
    <Card title="Proof">
      <p className="mb-2 text-[13px]">
        {holds ? (
          <b className="font-semibold text-ok">Unchanged since it was sealed</b>
        ) : (
          <b className="font-semibold text-damage-ink">NOT what was sealed</b>
        )}
        {holds && isDropped
          ? ": the digest of its record is the sealed one, and the figures made of it are those of when its content was dropped."
          : holds
            ? ": its record, its place and the figures made of it, computed for this page."
            : ": its record, its place or the figures made of it differ."}
      </p>
      <Facts>
        <Fact name="Leaf">
          <Digest text={leaf} />
        </Fact>
        <Fact name="Place">
          {bundle.episode === null
            ? null
            : `${integer(bundle.episode.inclusion.index + 1)} of ${integer(bundle.episode.inclusion.size)} leaves`}
        </Fact>
        <Fact name="Root of the campaign">
          <Digest text={root} />
        </Fact>
        <Fact name="Entry of the log">
          {`${integer(bundle.log.index)}, counted from 0; the log has ${integer(bundle.log.size)}`}
        </Fact>
        <Fact name="Checkpoint">
          {bundle.checkpoint === null ? NO_CHECKPOINT : isSigned ? "signed" : "NOT good"}
        </Fact>
        <Fact name="By the key">
          {bundle.publicKey === null ? null : <Digest text={bundle.publicKey} />}
        </Fact>
      </Facts>
      <p className="no-print mt-2 flex flex-wrap gap-x-4 gap-y-2 text-[13px]">
        <PlainLink href={page}>Verify now</PlainLink>
        <PlainLink href={`${api}/proof`} download>
          Download the proof
        </PlainLink>
        <PlainLink href="/verify.mjs" download>
          Download the verifier
        </PlainLink>
      </p>
    </Card>
  );
}
