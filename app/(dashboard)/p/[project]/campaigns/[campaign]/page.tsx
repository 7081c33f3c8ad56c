import type { Metadata } from "next";
import { TerminationBars } from "@/components/charts/termination-bars";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import { armReference, comparePath, episodesPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import type { ArmReport } from "@/lib/reports/arm-report";
import { campaignOf, sourcesOf } from "../../_data/campaign";
import { METRIC_INFOS } from "../../_data/metric-infos";
import { projectOf } from "../../_data/project";
import { ArmSection } from "./_parts/arm-section";
import { Provenance } from "./_parts/provenance";
import { WhatHurt } from "./_parts/what-hurt";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Campaign" };

type Props = { params: Promise<{ project: string; campaign: string }> };

export default async function CampaignPage({ params }: Props) {
  const { project: projectSlug, campaign: campaignSlug } = await params;
  const project = await projectOf(projectSlug);
  const { campaign, report, acts } = await campaignOf(project, campaignSlug);
  const sources = await sourcesOf(project, campaign.id);
  const [first, second] = report.arms;
  return (
    <>
      <PageHeader
        crumb={campaign.startedAt === null ? "start not recorded" : instant(campaign.startedAt)}
        title={<DataName text={report.campaign.name} />}
        sentence={report.headline}
        actions={
          <>
            {first === undefined ? null : (
              <LinkButton
                href={comparePath(project.slug, {
                  baseline: armReference(first.arm),
                  candidate: second === undefined ? undefined : armReference(second.arm),
                })}
              >
                {second === undefined ? "Compare with …" : "Compare its arms"}
              </LinkButton>
            )}
            <LinkButton href={episodesPath(project.slug, { campaign: campaign.slug })}>
              Episodes
            </LinkButton>
          </>
        }
      />
      {report.campaign.interrupted ? (
        <Card edge="warn">
          <p>
            <b>Interrupted.</b> The file had no end record: what is here is whole, but more may have
            been run.
          </p>
        </Card>
      ) : null}
      <Card>
        <TerminationBars
          arms={report.arms.map((arm) => ({ name: arm.arm.armName, report: arm }))}
        />
      </Card>
      {report.arms.map((arm) => (
        <ArmSection key={arm.arm.armKey} project={project.slug} arm={arm} metrics={METRIC_INFOS} />
      ))}
      <WhatHurt
        project={project.slug}
        campaign={campaign}
        acts={acts}
        cannotTell={whyNoDamage(report.arms)}
      />
      <Provenance project={project.slug} campaign={campaign} report={report} sources={sources} />
    </>
  );
}

function whyNoDamage(arms: readonly ArmReport[]): string | null {
  const damage = arms.map((arm) => arm.measurements["damage"]);
  if (damage.some((one) => one?.kind === "value")) return null;
  const [first] = damage;
  return first?.kind === "na" ? first.reason : null;
}
