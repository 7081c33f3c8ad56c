"use client";

import { DamageByAttack } from "@/components/charts/damage-by-attack";
import { DamageByTool } from "@/components/charts/damage-by-tool";
import { Sentence } from "@/components/ui/sentence";
import { MoreFigures } from "@/components/comparison/metric-lines";
import { Card } from "@/components/ui/card";
import { DataName, DataText } from "@/components/ui/data-text";
import { spelledOut } from "@/components/ui/data-text.model";
import type { MetricInfo } from "@/components/ui/metric-info";
import { Tile } from "@/components/ui/tile";
import { VerdictChip } from "@/components/ui/verdict-chip";
import { notAvailable } from "@/lib/domain/measurement";
import { plural } from "@/lib/format/numbers";
import { checkPath, episodesPath } from "@/lib/format/paths";
import type { ArmParts } from "@/lib/reports/arm-parts";
import type { ArmReport } from "@/lib/reports/arm-report";
import { BY_RULE } from "@/lib/reports/attribution";
import { CheckList } from "./check-list";
import { CoverageCard } from "./coverage-card";
import { FrictionCard } from "./friction-card";
import { MeterChecks } from "./meter-checks";
import { WorstAttacksCard } from "./worst-attacks-card";

/**
 * One arm of the campaign: verdict, cautions, every metric, attacks, tools, and what to doubt. It asks nothing
 * of the browser, and is a part of the client so that its report travels once, as data: as a tree of elements
 * beside its HTML a page of two arms was 520 kB instead of 320, and half more of the server's work.
 */
export function ArmSection({
  project,
  arm,
  parts,
  metrics,
  importHref,
}: {
  project: string;
  arm: ArmReport;
  parts: ArmParts;
  metrics: readonly MetricInfo[];
  /** Where the import lists its records; null when it is gone. */
  importHref: string | null;
}) {
  const of = { campaign: arm.arm.campaignSlug, arm: arm.arm.armKey };
  const episodes = episodesPath(project, of);
  const headline = metrics.filter((metric) => metric.place === "headline");
  return (
    <section aria-label={spelledOut(arm.arm.armName)} className="mt-8">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="text-[17px]">
          <DataName text={arm.arm.armName} />
        </h2>
        <VerdictChip code={arm.verdict.code} doubtful={arm.cautions.length > 0} />
        <p className="text-ink-2">
          <Sentence text={arm.verdict.sentence} />
        </p>
      </div>
      {parts.verdictBridge === null ? null : (
        <p className="mt-1 max-w-[820px] text-[13px] text-ink-2">{parts.verdictBridge}</p>
      )}
      {arm.attributedByRule === undefined ? null : (
        <p className="mt-1 max-w-[820px] text-[13px] text-ink-2">
          Weights here are <b className="font-semibold">{BY_RULE}</b>, not recorded.{" "}
          <DataText text={arm.attributedByRule} />
        </p>
      )}
      {arm.cautions.length === 0 ? null : (
        <Card edge="bad" title="Read this first">
          <ul className="list-disc pl-5 font-[560]">
            {arm.cautions.map((caution) => (
              <li key={caution}>{caution}</li>
            ))}
          </ul>
        </Card>
      )}
      <div className="mt-[18px] grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {headline.map((metric) => (
          <Tile
            key={metric.id}
            metric={metric}
            measurement={arm.measurements[metric.id] ?? notAvailable("not measured")}
            href={episodes}
          />
        ))}
      </div>
      <MoreFigures metrics={metrics.filter((metric) => metric.place !== "headline")} arms={[arm]} />
      <WorstAttacksCard
        project={project}
        arm={arm.arm}
        attacks={parts.worstAttacks}
        rule={arm.attributedByRule}
      />
      <div className="grid gap-x-4 lg:grid-cols-2 lg:items-start">
        <div className="min-w-0">
          <Card>
            <DamageByTool
              tools={arm.tools}
              rule={arm.attributedByRule}
              n={`${plural(arm.finished, "finished episode")}, attack cases.`}
              href={(tool) => episodesPath(project, { ...of, tool })}
            />
          </Card>
          <CheckList
            title="Meter checks"
            checks={parts.checks}
            href={(check) => checkPath(project, of.campaign, check, { arm: of.arm })}
            importHref={importHref}
          />
          <FrictionCard project={project} arm={arm} friction={parts.friction} metrics={metrics} />
        </div>
        <div className="min-w-0">
          <Card>
            <DamageByAttack
              attacks={parts.worstAttacks.rows}
              rule={arm.attributedByRule}
              n={`${plural(arm.finished, "finished episode")}, attack cases.`}
              href={(attack) => episodesPath(project, { ...of, attack })}
            />
          </Card>
          <MeterChecks project={project} arm={arm} />
          <CoverageCard coverage={parts.coverage} />
        </div>
      </div>
    </section>
  );
}
