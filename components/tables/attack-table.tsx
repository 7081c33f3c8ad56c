"use client";

import { useMemo } from "react";
import { ByRule } from "@/components/ui/by-rule";
import { TextLink } from "@/components/ui/text-link";
import { integer, points } from "@/lib/format/numbers";
import { episodesPath } from "@/lib/format/paths";
import type { ArmReport, AttackRow } from "@/lib/reports/arm-report";
import { MeasurementCell, measurementSort, NameCell } from "./cells";
import { DataTable, type Column } from "./data-table";

/** The attacks of one arm, the most successful first; n/a stands last. */
export function AttackTable({
  project,
  arm,
  attacks,
  rule,
}: {
  project: string;
  arm: ArmReport["arm"];
  attacks: readonly AttackRow[];
  /** The rule that attributes the arm's calls, in words; absent where the record does. */
  rule?: string | undefined;
}) {
  const columns = useMemo(() => attackColumns(project, arm, rule), [project, arm, rule]);
  return (
    <DataTable
      caption={`Attacks in ${arm.armName}`}
      columns={columns}
      rows={attacks}
      rowKey={(row) => row.attack}
      sort={{ id: "asr", desc: true }}
    />
  );
}

function attackColumns(
  project: string,
  arm: ArmReport["arm"],
  rule: string | undefined,
): Column<AttackRow>[] {
  const count = (id: "cases" | "started" | "aborted", header: string): Column<AttackRow> => ({
    id,
    header,
    numeric: true,
    sortBy: (row) => row[id],
    cell: (row) => integer(row[id]),
  });
  const weight = (id: "damage" | "exposure", header: string): Column<AttackRow> => ({
    id,
    header,
    numeric: true,
    sortBy: (row) => row[id],
    cell: (row) => (
      <>
        {points(row[id])} {row[id] > 0 ? <ByRule rule={rule} /> : null}
      </>
    ),
  });
  return [
    {
      id: "attack",
      header: "Attack",
      sortBy: (row) => row.attack,
      cell: (row) => (
        <TextLink
          href={episodesPath(project, {
            campaign: arm.campaignSlug,
            arm: arm.armKey,
            attack: row.attack,
          })}
        >
          <NameCell text={row.attack} />
        </TextLink>
      ),
    },
    count("cases", "Cases"),
    count("started", "Started"),
    count("aborted", "Aborted"),
    {
      id: "asr",
      header: "Attack success",
      numeric: true,
      sortBy: (row) => measurementSort(row.asr),
      cell: (row) => <MeasurementCell measurement={row.asr} unit="share" />,
    },
    weight("damage", "Damage, points"),
    weight("exposure", "Exposure, points"),
  ];
}
