import { Card } from "@/components/ui/card";
import type { LostProof } from "@/lib/domain/lost-proof";
import { noProofSentence } from "@/lib/format/no-proof-sentence";

/** That there is no proof, and why: a finding, unless it was imported before there were any. */
export function NoProof({ title, lost }: { title: string; lost: LostProof | null }) {
  return (
    <Card title={title} edge={lost === null ? "none" : "bad"}>
      <p className="max-w-[720px] text-[13px] text-ink-2">
        {lost === null ? null : <b className="font-semibold text-damage-ink">NOT proven. </b>}
        {noProofSentence(lost)}
      </p>
    </Card>
  );
}
