import { DisputeChip } from "@/components/episode/dispute-chip";
import { ByRule } from "@/components/ui/by-rule";
import { DataName } from "@/components/ui/data-text";
import { OutcomeChip } from "@/components/ui/outcome-chip";
import { TextLink } from "@/components/ui/text-link";
import { ALARMS, type Alarm } from "@/lib/domain/alarm";
import type { Outcome } from "@/lib/domain/outcome";
import { TERMINATIONS, type TerminationReason } from "@/lib/domain/termination";
import { integer, points } from "@/lib/format/numbers";
import { episodePath } from "@/lib/format/paths";
import { duration } from "@/lib/format/time";

/** What the list shows of an episode; the query's row has it all. */
export type EpisodeListRow = {
  campaignSlug: string;
  campaignName: string;
  seq: number;
  armName: string;
  caseKey: string;
  attackKey: string;
  replica: number;
  termination: TerminationReason;
  terminationSource: "recorded" | "inferred";
  outcome: Outcome;
  dispute: "open" | "settled" | null;
  hitBeforeAbort: boolean;
  weighable: boolean;
  damage: number;
  exposure: number;
  attributedByRule: string | null;
  callCount: number;
  deniedCount: number;
  durationMs: number | null;
  alarms: readonly Alarm[];
};

/** One column; `width` in pixels, fixed, so that rows that come later move nothing. */
export type EpisodeColumn = {
  id: string;
  header: string;
  width: number;
  numeric?: boolean;
  cell: (row: EpisodeListRow) => React.ReactNode;
};

/** `filter` is the query of this list, kept for next and previous. Paged by the server: nothing sorts. */
export function episodeColumns(project: string, filter: string): EpisodeColumn[] {
  return [
    {
      id: "episode",
      header: "Episode",
      width: 180,
      cell: (row) => (
        <TextLink href={episodePath(project, row.campaignSlug, row.seq, filter)}>
          <Name text={row.caseKey} />
          <span className="block text-xs text-ink-2">replica {row.replica}</span>
        </TextLink>
      ),
    },
    {
      id: "campaign",
      header: "Campaign, arm",
      width: 150,
      cell: (row) => (
        <>
          <Name text={row.campaignName} />
          <span className="block text-xs text-ink-2">
            <Name text={row.armName} />
          </span>
        </>
      ),
    },
    { id: "attack", header: "Attack", width: 125, cell: (row) => <Name text={row.attackKey} /> },
    {
      id: "outcome",
      header: "Outcome",
      width: 145,
      cell: (row) => (
        <>
          <OutcomeChip outcome={row.outcome} />
          <DisputeChip dispute={row.dispute} />
          {row.hitBeforeAbort ? (
            <span className="block text-xs text-damage-ink">hit before the abort</span>
          ) : null}
        </>
      ),
    },
    {
      id: "ended",
      header: "Ended",
      width: 115,
      cell: (row) => (
        <>
          {TERMINATIONS[row.termination].label}
          {row.terminationSource === "inferred" ? (
            <span className="block text-xs text-ink-3">inferred</span>
          ) : null}
        </>
      ),
    },
    {
      id: "damage",
      header: "Damage",
      width: 78,
      numeric: true,
      cell: (row) => weighed(row, row.damage),
    },
    {
      id: "exposure",
      header: "Exposure",
      width: 82,
      numeric: true,
      cell: (row) => weighed(row, row.exposure),
    },
    {
      id: "calls",
      header: "Calls, denied",
      width: 100,
      numeric: true,
      cell: (row) => `${integer(row.callCount)}, ${integer(row.deniedCount)}`,
    },
    {
      id: "time",
      header: "Time",
      width: 80,
      numeric: true,
      cell: (row) => (row.durationMs === null ? "not recorded" : duration(row.durationMs)),
    },
    {
      id: "alarms",
      header: "Alarms",
      width: 80,
      cell: (row) => (
        <span className="text-damage-ink">
          {row.alarms.map((alarm) => ALARMS[alarm]).join(" ")}
        </span>
      ),
    },
  ];
}

/** A name from a record, broken anywhere rather than let out of its column. */
function Name({ text }: { text: string }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <DataName text={text} />
    </span>
  );
}

/** Points seen in an episode without a witness are shown, and that no rate counts them. */
function weighed(row: EpisodeListRow, value: number) {
  if (row.weighable) {
    return (
      <>
        {points(value)} <ByRule rule={row.attributedByRule} />
      </>
    );
  }
  return (
    <span className="text-ink-3" title="no witness: in no rate">
      {value === 0 ? "n/a" : `(${points(value)})`}
      <span className="sr-only"> no witness: in no rate</span>
    </span>
  );
}
