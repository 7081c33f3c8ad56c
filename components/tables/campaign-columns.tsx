import { endingWords } from "@/components/charts/termination-bars.model";
import { TerminationStrip } from "@/components/charts/termination-strip";
import type { MetricInfo } from "@/components/ui/metric-info";
import { TextLink } from "@/components/ui/text-link";
import { VerdictChip } from "@/components/ui/verdict-chip";
import { plural } from "@/lib/format/numbers";
import { armReference, campaignPath, episodesPath } from "@/lib/format/paths";
import type { ArmReport } from "@/lib/reports/arm-report";
import { InstantCell, MeasurementCell, measurementSort, NameCell } from "./cells";
import type { Column } from "./data-table";

export type CampaignArmRow = { startedAt: string | null; arm: ArmReport };

/** One arm of one campaign a line; the metrics are those that the page chose from the registry. */
export function campaignColumns(
  project: string,
  metrics: readonly MetricInfo[],
): Column<CampaignArmRow>[] {
  return [
    {
      id: "choose",
      header: "Choose",
      cell: ({ arm }) => <Choose arm={arm} />,
    },
    {
      id: "started",
      header: "Started",
      sortBy: (row) => row.startedAt ?? undefined,
      cell: (row) => (
        <span className="text-ink-2">
          <InstantCell at={row.startedAt} />
        </span>
      ),
    },
    {
      id: "campaign",
      header: "Campaign",
      sortBy: ({ arm }) => arm.arm.campaignName,
      cell: ({ arm }) => (
        <TextLink href={campaignPath(project, arm.arm.campaignSlug)}>
          <NameCell text={arm.arm.campaignName} />
        </TextLink>
      ),
    },
    {
      id: "arm",
      header: "Arm",
      sortBy: ({ arm }) => arm.arm.armName,
      cell: ({ arm }) => <NameCell text={arm.arm.armName} />,
    },
    {
      id: "verdict",
      header: "Verdict",
      sortBy: ({ arm }) => arm.verdict.code,
      cell: ({ arm }) => (
        <span title={arm.verdict.sentence}>
          <VerdictChip code={arm.verdict.code} />
        </span>
      ),
    },
    {
      id: "ended",
      header: "How episodes ended",
      sortBy: ({ arm }) => arm.abortRate ?? undefined,
      cell: ({ arm }) => <Ended project={project} arm={arm} />,
    },
    ...metrics.map((metric) => metricColumn(metric)),
  ];
}

function metricColumn(metric: MetricInfo): Column<CampaignArmRow> {
  return {
    id: metric.id,
    header: metric.shortLabel,
    numeric: true,
    sortBy: ({ arm }) => measurementSort(arm.measurements[metric.id]),
    cell: ({ arm }) => (
      <MeasurementCell measurement={arm.measurements[metric.id]} unit={metric.unit} />
    ),
  };
}

function Choose({ arm }: { arm: ArmReport }) {
  return (
    <input
      type="checkbox"
      name="arm"
      value={armReference(arm.arm)}
      aria-label={`Compare ${arm.arm.campaignName}, ${arm.arm.armName}`}
      className="size-4 align-middle"
    />
  );
}

function Ended({ project, arm }: { project: string; arm: ArmReport }) {
  const words = endingWords(arm);
  return (
    <span className="flex items-center gap-2">
      <TerminationStrip terminations={arm.terminations} />
      {arm.aborted === 0 ? (
        <span className="text-xs text-ink-3">{words}</span>
      ) : (
        <span className="text-xs">
          <TextLink href={episodesPath(project, { ...armFilter(arm), class: "abort" })}>
            {words}
          </TextLink>
        </span>
      )}
      <Alarms project={project} arm={arm} />
    </span>
  );
}

/** The record contradicts itself somewhere: the numbers of this line are suspect. */
function Alarms({ project, arm }: { project: string; arm: ArmReport }) {
  if (arm.alarms === 0) return null;
  return (
    <span className="text-xs">
      <TextLink href={episodesPath(project, { ...armFilter(arm), alarm: "yes" })}>
        {plural(arm.alarms, "alarm")}
      </TextLink>
    </span>
  );
}

function armFilter({ arm }: ArmReport) {
  return { campaign: arm.campaignSlug, arm: arm.armKey };
}
