import { DamageByTool } from "@/components/charts/damage-by-tool";
import { Sentence } from "@/components/ui/sentence";
import { MoreFigures } from "@/components/comparison/metric-lines";
import { AttackTable } from "@/components/tables/attack-table";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import type { MetricInfo } from "@/components/ui/metric-info";
import { Tile } from "@/components/ui/tile";
import { VerdictChip } from "@/components/ui/verdict-chip";
import { notAvailable } from "@/lib/domain/measurement";
import { plural } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import type { ArmReport } from "@/lib/reports/arm-report";
import { BY_RULE } from "@/lib/reports/attribution";
import { MeterChecks } from "./meter-checks";

/** One arm of the campaign: verdict, cautions, every metric, attacks, tools, and what to doubt. */
export function ArmSection({
  project,
  arm,
  metrics,
}: {
  project: string;
  arm: ArmReport;
  metrics: readonly MetricInfo[];
}) {
  const episodes = episodesPath(project, { campaign: arm.arm.campaignSlug, arm: arm.arm.armKey });
  const headline = metrics.filter((metric) => metric.place === "headline");
  return (
    <section aria-label={arm.arm.armName} className="mt-8">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="text-[17px]">
          <DataName text={arm.arm.armName} />
        </h2>
        <VerdictChip code={arm.verdict.code} />
        <p className="text-ink-2">
          <Sentence text={arm.verdict.sentence} />
        </p>
      </div>
      {arm.attributedByRule === undefined ? null : (
        <p className="mt-1 max-w-[820px] text-[13px] text-ink-2">
          Weights here are <b className="font-semibold">{BY_RULE}</b>, not recorded.{" "}
          {arm.attributedByRule}
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
      <Card title="Attacks" note="most successful first; n/a: no finished episode">
        <AttackTable
          project={project}
          arm={arm.arm}
          attacks={arm.attacks}
          rule={arm.attributedByRule}
        />
      </Card>
      <div className="grid gap-x-4 lg:grid-cols-2 lg:items-start">
        <Card>
          <DamageByTool
            tools={arm.tools}
            rule={arm.attributedByRule}
            n={`${plural(arm.finished, "finished episode")}, attack cases.`}
          />
        </Card>
        <MeterChecks project={project} arm={arm} />
      </div>
    </section>
  );
}
