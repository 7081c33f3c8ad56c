import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Digest } from "@/components/ui/digest";
import { Fact, Facts } from "@/components/ui/facts";
import { TextLink } from "@/components/ui/text-link";
import type { ComparedSource } from "@/lib/answers/comparison-provenance";
import { importCounts } from "@/lib/format/import-counts";
import { campaignPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import type { ReportProvenance } from "@/lib/reports/report-document";

/** Which sources the compared arms come from, by their digests: what a printed comparison rests on. */
export function ComparedSources({
  project,
  sources,
}: {
  project: string;
  sources: readonly ComparedSource[];
}) {
  return (
    <Card title="Where this comes from">
      <div className="grid gap-4">
        {sources.map((source) => (
          <section key={source.slug} className="break-inside-avoid">
            <h3 className="mb-1">
              <TextLink href={campaignPath(project, source.slug)}>
                <DataName text={source.name} />
              </TextLink>
            </h3>
            <Facts>
              <Fact name="Imported">{instant(source.importedAt)}</Fact>
              <Fact name="Format">{source.format}</Fact>
              <Fact name="Issues">{importCounts(source)}</Fact>
              <Fact name="SHA-256 of the source">
                {source.sha256 === null ? "not recorded" : <Digest text={source.sha256} />}
              </Fact>
              <Fact name="Root of its episodes">
                <Root seal={source.seal} />
              </Fact>
              <Fact name="Scoring">{`version ${source.scoringVersion}`}</Fact>
            </Facts>
          </section>
        ))}
      </div>
    </Card>
  );
}

function Root({ seal }: { seal: ReportProvenance["seal"] }) {
  return seal === null || typeof seal === "string" ? (
    "none: its page says why"
  ) : (
    <Digest text={seal.root} />
  );
}
