import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import type { DeletedCampaign } from "@/db/queries/deleted-campaigns";
import { plural } from "@/lib/format/numbers";
import { importsPath, projectPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import { deletedBy, WhyGone } from "../../../_parts/why-gone";

/** What is left at the address of a campaign that was deleted. */
export function Tombstone({ project, gone }: { project: string; gone: DeletedCampaign }) {
  return (
    <>
      <PageHeader
        crumb="Deleted campaign"
        title={<DataName text={gone.name} />}
        sentence={`This campaign was removed on ${instant(gone.deletedAt)}. None of its records is left.`}
        actions={
          <>
            <LinkButton href={projectPath(project)}>All campaigns</LinkButton>
            <LinkButton href={importsPath(project)}>Import it again</LinkButton>
          </>
        }
      />
      <Card title="What it was">
        <Facts>
          <Fact name="Why it is gone">
            <WhyGone gone={gone} />
          </Fact>
          <Fact name="Deleted by">{deletedBy(gone)}</Fact>
          <Fact name="Removed">{instant(gone.deletedAt)}</Fact>
          <Fact name="Imported">{instant(gone.importedAt)}</Fact>
          <Fact name="Key">
            <DataName text={gone.key} mono />
          </Fact>
          <Fact name="Held">{plural(gone.episodeCount, "episode")}</Fact>
          <Fact name="SHA-256 of its source">
            <span className="font-mono text-[12px] break-all">{gone.fingerprint}</span>
          </Fact>
        </Facts>
        <p className="mt-3 max-w-[720px] text-[13px] text-ink-2">
          The same file imported again makes the same campaign at this address, with the same
          figures.
        </p>
      </Card>
    </>
  );
}
