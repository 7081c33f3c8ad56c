import { Card } from "@/components/ui/card";
import { Digest } from "@/components/ui/digest";
import { Fact, Facts } from "@/components/ui/facts";
import { plural } from "@/lib/format/numbers";
import { HONEST_LIMIT, NO_CHECKPOINT } from "@/lib/reports/integrity-sentences";
import type { ShownCheckpoint } from "@/lib/integrity/checkpoint";
import { SECTIONS } from "./contents";

/** How it can be proven that nothing of what is stored changed, and what cannot be. */
export function IntegrityCard({
  checkpoint,
  warnings,
}: {
  checkpoint: ShownCheckpoint | null;
  /** Why the log is not signed, and why the database does not keep the application from changing evidence. */
  warnings: readonly string[];
}) {
  return (
    <Card title={SECTIONS.integrity} edge={warnings.length === 0 ? "none" : "warn"}>
      <div className="flex max-w-[720px] flex-col gap-2 text-[13px]">
        <p>
          Each episode has a leaf: SHA-256 over its record, its place and the figures made of it.
          The leaves of a campaign make a tree (RFC 6962), whose root stands with the
          campaign&rsquo;s own rows in an entry of this installation&rsquo;s log. The log has a tree
          of its own, and each of its heads is signed (Ed25519): a checkpoint.
        </p>
        <p>{HONEST_LIMIT}</p>
        {warnings.map((warning) => (
          <p key={warning} className="font-semibold">
            {warning}
          </p>
        ))}
      </div>
      <div className="mt-3">
        <Facts>
          <Fact name="Newest checkpoint">
            {checkpoint === null
              ? NO_CHECKPOINT
              : `of ${plural(checkpoint.size, "entry", "entries")}`}
          </Fact>
          <Fact name="Its root">
            {checkpoint === null ? null : <Digest text={checkpoint.root} />}
          </Fact>
          <Fact name="Public key">
            {checkpoint === null ? null : <Digest text={checkpoint.publicKey} />}
          </Fact>
        </Facts>
      </div>
    </Card>
  );
}
