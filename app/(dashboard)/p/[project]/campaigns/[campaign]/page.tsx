import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { TerminationBars } from "@/components/charts/termination-bars";
import { MetricNotes } from "@/components/report/metric-notes";
import { PrintFrame } from "@/components/report/print-frame";
import { ReportActions } from "@/components/report/report-actions";
import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DropLine } from "@/components/ui/content-dropped";
import { DataName, DataText } from "@/components/ui/data-text";
import { PageHeader } from "@/components/ui/page-header";
import { projectFor } from "@/lib/auth/project-access";
import { VERSION } from "@/lib/domain/version";
import { bytes } from "@/lib/format/bytes";
import { cssText } from "@/lib/format/css-text";
import { plural } from "@/lib/format/numbers";
import {
  armReference,
  campaignPath,
  campaignReportPath,
  comparePath,
  encodePart,
  episodesPath,
  importPath,
} from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import { METRICS } from "@/lib/metrics/registry";
import type { ArmReport } from "@/lib/reports/arm-report";
import { BY_RULE } from "@/lib/reports/attribution";
import { campaignOf, deletedOf, holdsHere } from "../../_data/campaign";
import { METRIC_INFOS } from "../../_data/metric-infos";
import { ArmSection } from "./_parts/arm-section";
import { CheckList } from "./_parts/check-list";
import type { SearchParams } from "../../_data/search-params";
import { DeleteCard } from "./_parts/delete-card";
import { DropCard } from "./_parts/drop-card";
import { HoldCard, OnHold } from "./_parts/hold-card";
import { Provenance } from "./_parts/provenance";
import { SealCard } from "./_parts/seal-card";
import { Tombstone } from "./_parts/tombstone";
import { VerificationCard } from "./_parts/verification-card";
import { WhatHurt } from "./_parts/what-hurt";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Campaign" };

type Props = {
  params: Promise<{ project: string; campaign: string }>;
  searchParams: SearchParams;
};

export default async function CampaignPage({ params, searchParams }: Props) {
  const { project: projectSlug, campaign: campaignSlug } = await params;
  const { project, can } = await projectFor(projectSlug, "read");
  const found = await campaignOf(project, campaignSlug);
  if (found === null) {
    const gone = await deletedOf(project, campaignSlug);
    return gone === null ? notFound() : <Tombstone project={project.slug} gone={gone} />;
  }
  const { campaign, report, acts, sources, seal } = found;
  const holds = await holdsHere(project, campaign.id);
  const verifies = (await searchParams)["verify"] === "now";
  const [first, second] = report.arms;
  const rule = campaign.record.attribution?.rule;
  const importHref = campaign.import === null ? null : importPath(project.slug, campaign.import.id);
  return (
    <>
      <PrintFrame
        name={cssText(`${project.name} · ${campaign.name}`)}
        made={cssText(`${instant(new Date())} · Aftermath ${VERSION}`)}
      />
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
            <ReportActions
              hrefOf={(format) => campaignReportPath(project.slug, campaign.slug, format)}
            />
          </>
        }
      />
      <OnHold holds={holds} />
      {campaign.dropped === null ? null : (
        <Card edge="warn">
          <p className="max-w-[720px]">
            <b>Content dropped.</b> <DropLine drop={campaign.dropped} /> The records of{" "}
            {plural(campaign.dropped.records, "episode")} ({bytes(campaign.dropped.bytes)}), their
            texts and the source files are gone; figures, digests and proofs are those of before.
          </p>
        </Card>
      )}
      {rule === undefined ? null : (
        <Card edge="warn">
          <p>
            <b>This campaign is {BY_RULE}.</b> Its log does not say whose each call was, so every
            figure of damage, exposure and containment rests on a rule: <DataText text={rule} />
          </p>
        </Card>
      )}
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
      {report.arms.map((arm, index) => {
        const parts = report.parts[index];
        return parts === undefined ? null : (
          <ArmSection
            key={arm.arm.armKey}
            project={project.slug}
            arm={arm}
            parts={parts}
            metrics={METRIC_INFOS}
            importHref={importHref}
          />
        );
      })}
      <WhatHurt
        project={project.slug}
        campaign={campaign}
        acts={acts}
        cannotTell={whyNoDamage(report.arms)}
      />
      <CheckList
        title="Meter checks of the whole campaign"
        checks={report.checks}
        importHref={importHref}
      />
      <Provenance project={project.slug} campaign={campaign} report={report} sources={sources} />
      <SealCard
        seal={seal}
        page={campaignPath(project.slug, campaign.slug)}
        api={`/api/v1/projects/${encodePart(project.slug)}/campaigns/${encodePart(campaign.slug)}`}
      />
      <div id="verification">
        {verifies ? (
          <Suspense
            fallback={
              <Card title="Verification">
                <output>Reading every record anew…</output>
              </Card>
            }
          >
            <VerificationCard scope={project.scope} campaign={campaign.slug} />
          </Suspense>
        ) : null}
      </div>
      <MetricNotes notes={METRICS} policy={report.policy} />
      <HoldCard
        project={project.slug}
        campaign={campaign}
        holds={holds}
        mayChange={can("administer")}
      />
      {can("administer") && campaign.dropped === null ? (
        <DropCard project={project.slug} campaign={campaign} />
      ) : null}
      {can("administer") ? <DeleteCard project={project.slug} campaign={campaign} /> : null}
    </>
  );
}

function whyNoDamage(arms: readonly ArmReport[]): string | null {
  const damage = arms.map((arm) => arm.measurements["damage"]);
  if (damage.some((one) => one?.kind === "value")) return null;
  const [first] = damage;
  return first?.kind === "na" ? first.reason : null;
}
