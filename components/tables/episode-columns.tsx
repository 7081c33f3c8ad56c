import { ByRule } from "@/components/ui/by-rule";
import { OutcomeChip } from "@/components/ui/outcome-chip";
import { TextLink } from "@/components/ui/text-link";
import { ALARMS, type Alarm } from "@/lib/domain/alarm";
import type { Outcome } from "@/lib/domain/outcome";
import { TERMINATIONS, type TerminationReason } from "@/lib/domain/termination";
import { integer, points } from "@/lib/format/numbers";
import { episodePath } from "@/lib/format/paths";
import { duration } from "@/lib/format/time";
import { NameCell } from "./cells";
import type { Column } from "./data-table";

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

/** `filter` is the query of this list, kept for next and previous. Paged by the server: nothing sorts. */
export function episodeColumns(project: string, filter: string): Column<EpisodeListRow>[] {
  return [
    {
      id: "episode",
      header: "Episode",
      cell: (row) => (
        <TextLink href={episodePath(project, row.campaignSlug, row.seq, filter)}>
          <NameCell text={row.caseKey} />
          <span className="block text-xs text-ink-2">replica {row.replica}</span>
        </TextLink>
      ),
    },
    { id: "campaign", header: "Campaign", cell: (row) => <NameCell text={row.campaignName} /> },
    { id: "arm", header: "Arm", cell: (row) => <NameCell text={row.armName} /> },
    { id: "attack", header: "Attack", cell: (row) => <NameCell text={row.attackKey} /> },
    {
      id: "outcome",
      header: "Outcome",
      cell: (row) => (
        <>
          <OutcomeChip outcome={row.outcome} />
          {row.hitBeforeAbort ? (
            <span className="ml-1 text-xs text-damage-ink">hit before the abort</span>
          ) : null}
        </>
      ),
    },
    {
      id: "ended",
      header: "Ended",
      cell: (row) => (
        <>
          {TERMINATIONS[row.termination].label}
          {row.terminationSource === "inferred" ? (
            <span className="text-xs text-ink-3"> inferred</span>
          ) : null}
        </>
      ),
    },
    { id: "damage", header: "Damage", numeric: true, cell: (row) => weighed(row, row.damage) },
    {
      id: "exposure",
      header: "Exposure",
      numeric: true,
      cell: (row) => weighed(row, row.exposure),
    },
    {
      id: "calls",
      header: "Calls, denied",
      numeric: true,
      cell: (row) => `${integer(row.callCount)}, ${integer(row.deniedCount)}`,
    },
    {
      id: "time",
      header: "Time",
      numeric: true,
      cell: (row) => (row.durationMs === null ? "not recorded" : duration(row.durationMs)),
    },
    {
      id: "alarms",
      header: "Alarms",
      cell: (row) => (
        <span className="whitespace-normal text-damage-ink">
          {row.alarms.map((alarm) => ALARMS[alarm]).join(" ")}
        </span>
      ),
    },
  ];
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
