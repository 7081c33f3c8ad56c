import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { NoProof } from "@/components/report/no-proof";
import { Digest } from "@/components/ui/digest";
import { Fact, Facts } from "@/components/ui/facts";
import { PlainLink } from "@/components/ui/text-link";
import type { LostProof } from "@/lib/domain/lost-proof";
import { HONEST_LIMIT, NO_CHECKPOINT } from "@/lib/reports/integrity-sentences";
import type { ReportSeal } from "@/lib/reports/report-document";
import { integer } from "@/lib/format/numbers";

/** By what anybody can check later that the campaign is what it was. */
export function SealCard({
  seal,
  page,
  api,
}: {
  seal: ReportSeal | LostProof | null;
  page: string;
  api: string;
}) {
  if (seal === null || typeof seal === "string") return <NoProof title="Integrity" lost={seal} />;
  const { root, entry, checkpoint } = seal;
  return (
    <Card title="Integrity">
      <Facts>
        <Fact name="Root of its episodes">
          <Digest text={root} />
        </Fact>
        <Fact name="Entry of the log">{integer(entry)}</Fact>
        <Fact name="Key">
          {checkpoint === null ? null : <Digest text={checkpoint.publicKey} />}
        </Fact>
      </Facts>
      {checkpoint === null ? (
        <p className="mt-2 text-[13px] text-ink-2">{NO_CHECKPOINT}</p>
      ) : (
        <div className="mt-3 max-w-[720px]">
          <div className="flex flex-wrap items-center justify-between gap-2 text-[13px] text-ink-2">
            <p>{`Checkpoint of the log at ${integer(checkpoint.size)} entries: keep it elsewhere.`}</p>
            <span className="no-print">
              <CopyButton text={checkpoint.note} what="the checkpoint" />
            </span>
          </div>
          <pre className="mt-1 rounded-[8px] border border-line bg-panel px-3 py-2 font-mono text-[12px] break-all whitespace-pre-wrap">
            {checkpoint.note}
          </pre>
        </div>
      )}
      <p className="mt-2 max-w-[720px] text-[13px] text-ink-2">{HONEST_LIMIT}</p>
      <p className="no-print mt-2 flex flex-wrap gap-x-4 gap-y-2 text-[13px]">
        <PlainLink href={`${page}?verify=now#verification`}>Verify now</PlainLink>
        <PlainLink href={`${api}/export`} download>
          Download all records
        </PlainLink>
        <PlainLink href={`${api}/export/proof`} download>
          Download their proof
        </PlainLink>
        <PlainLink href={`${api}/proof`} download>
          Download the proof of the seal
        </PlainLink>
        <PlainLink href="/verify.mjs" download>
          Download the verifier
        </PlainLink>
      </p>
    </Card>
  );
}
