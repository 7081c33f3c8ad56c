import { endingReasons, endingWords } from "@/components/charts/termination-bars.model";
import { TerminationStrip } from "@/components/charts/termination-strip";
import { DataName } from "@/components/ui/data-text";
import type { MetricInfo } from "@/components/ui/metric-info";
import { NotAvailable } from "@/components/ui/not-available";
import { TextLink } from "@/components/ui/text-link";
import { VerdictChip } from "@/components/ui/verdict-chip";
import { integer } from "@/lib/format/numbers";
import { armReference, campaignPath, episodesPath } from "@/lib/format/paths";
import { guardrailWords } from "@/lib/reports/arm-line";
import { PLAIN_COLUMNS, type PlainColumn } from "./campaign-column-choice";
import type { CampaignArmRow } from "./campaign-row";
import { InstantCell, MeasurementCell, measurementSort } from "./cells";
import type { Column } from "./data-table";

/** What the table knows beside its rows: the project's address, and which arms are ticked. */
export type CampaignTableState = {
  project: string;
  ticked: readonly string[];
  tick(reference: string): void;
};

/** One arm of one campaign a line, with the columns whose ids are in `shown`. */
export function campaignColumns(
  state: CampaignTableState,
  metrics: readonly MetricInfo[],
  shown: readonly string[],
): Column<CampaignArmRow>[] {
  const { project } = state;
  const plain: Record<PlainColumn, Omit<Column<CampaignArmRow>, "id" | "header">> = {
    started: {
      sortBy: (row) => row.startedAt ?? undefined,
      cell: (row) => <InstantCell at={row.startedAt} />,
    },
    arm: { sortBy: ({ arm }) => arm.armName, cell: ({ arm }) => <Name text={arm.armName} /> },
    target: { sortBy: ({ target }) => target, cell: ({ target }) => <Name text={target} /> },
    guardrail: {
      sortBy: ({ arm }) => guardrailWords(arm.guardrail),
      cell: ({ arm }) =>
        arm.guardrail === null ? (
          <NotAvailable reason="the source says nothing of a guardrail" short />
        ) : (
          <Name text={guardrailWords(arm.guardrail)} />
        ),
    },
    model: {
      sortBy: ({ arm }) => arm.model ?? undefined,
      cell: ({ arm }) =>
        arm.model === null ? (
          <NotAvailable reason="the source records no model" short />
        ) : (
          <Name text={arm.model} />
        ),
    },
    verdict: {
      early: true,
      sortBy: ({ verdict }) => verdict.code,
      cell: ({ verdict }) => (
        <span title={verdict.sentence}>
          <VerdictChip code={verdict.code} />
          <span className="sr-only">: {verdict.sentence}</span>
        </span>
      ),
    },
    ended: {
      wide: true,
      sortBy: ({ abortRate }) => abortRate ?? undefined,
      cell: (row) => <Ended project={project} row={row} />,
    },
    alarms: {
      numeric: true,
      sortBy: ({ alarms }) => alarms,
      cell: (row) => <Alarms project={project} row={row} />,
    },
  };
  const named = (id: PlainColumn): Column<CampaignArmRow> => ({
    id,
    header: PLAIN_COLUMNS[id],
    ...plain[id],
  });
  const columns: Column<CampaignArmRow>[] = [
    named("started"),
    named("arm"),
    named("target"),
    named("guardrail"),
    named("model"),
    named("verdict"),
    ...metrics.map(metricColumn),
    named("ended"),
    named("alarms"),
  ];
  return [nameColumn(state), ...columns.filter(({ id }) => shown.includes(id))];
}

/** The tick and the campaign's name: what a line is of. */
function nameColumn(state: CampaignTableState): Column<CampaignArmRow> {
  return {
    id: "campaign",
    header: "Campaign",
    names: true,
    sortBy: ({ arm }) => arm.campaignName,
    cell: ({ arm }) => (
      <span className="flex items-center gap-1">
        <Choose state={state} arm={arm} />
        <TextLink href={campaignPath(state.project, arm.campaignSlug)}>
          <Name text={arm.campaignName} />
        </TextLink>
      </span>
    ),
  };
}

function metricColumn(metric: MetricInfo): Column<CampaignArmRow> {
  return {
    id: metric.id,
    header: metric.shortLabel,
    numeric: true,
    early: metric.place === "headline",
    sortBy: ({ measurements }) => measurementSort(measurements[metric.id]),
    cell: ({ measurements }) => (
      <MeasurementCell measurement={measurements[metric.id]} unit={metric.unit} />
    ),
  };
}

/** A name in a dense table: narrower than elsewhere, so that the figures beside it stay in sight. */
function Name({ text }: { text: string }) {
  return (
    <span className="inline-block max-w-[22ch] min-w-[8ch] font-normal wrap-anywhere whitespace-normal [text-decoration:inherit]">
      <DataName text={text} />
    </span>
  );
}

function Choose({ state, arm }: { state: CampaignTableState; arm: CampaignArmRow["arm"] }) {
  const reference = armReference(arm);
  return (
    <label className="no-print -my-1 inline-grid size-6 shrink-0 place-items-center">
      <span className="sr-only">
        Compare <DataName text={arm.campaignName} />, <DataName text={arm.armName} />
      </span>
      <input
        type="checkbox"
        name="arm"
        value={reference}
        checked={state.ticked.includes(reference)}
        onChange={() => state.tick(reference)}
        className="size-4"
      />
    </label>
  );
}

/** The strip, and under it the same in words with the commonest reasons. */
function Ended({ project, row }: { project: string; row: CampaignArmRow }) {
  const words = endingWords(row);
  return (
    <span className="block w-[13ch] text-xs whitespace-normal">
      <TerminationStrip terminations={row.terminations} />
      {row.aborted === 0 ? (
        <span className="text-ink-3">{words}</span>
      ) : (
        <>
          <TextLink
            href={episodesPath(project, { ...armFilter(row), split: "attack", class: "abort" })}
          >
            {words}
          </TextLink>
          <span className="text-ink-2">: {endingReasons(row.terminations)}</span>
        </>
      )}
    </span>
  );
}

/**
 * The numbers of this line are suspect. The list of episodes has all that is counted only where no record
 * was refused as a duplicate; else the campaign's page says what is.
 */
function Alarms({ project, row }: { project: string; row: CampaignArmRow }) {
  if (row.alarms === 0) return <span className="text-ink-3">0</span>;
  const href =
    row.duplicateRecords === undefined
      ? episodesPath(project, { ...armFilter(row), alarm: "yes" })
      : campaignPath(project, row.arm.campaignSlug);
  return <TextLink href={href}>{integer(row.alarms)}</TextLink>;
}

function armFilter({ arm }: CampaignArmRow) {
  return { campaign: arm.campaignSlug, arm: arm.armKey };
}
