import { StackedCell, StackedRow, StackedTable } from "@/components/comparison/stacked-table";
import { ByRule } from "@/components/ui/by-rule";
import { Card } from "@/components/ui/card";
import { Chip, type Tone } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { NotAvailable } from "@/components/ui/not-available";
import { Sentence } from "@/components/ui/sentence";
import { TextLink } from "@/components/ui/text-link";
import { differenceLimits, inUnit, pValue, signedInUnit } from "@/lib/format/measurement";
import { outOf, percent, plural } from "@/lib/format/numbers";
import type { FamilyRow } from "@/lib/reports/comparison-family";
import type { Delta } from "@/lib/reports/comparison-report";

const STATES: Record<FamilyRow["state"], { word: string; tone: Tone }> = {
  comparable: { word: "COMPARABLE", tone: "good" },
  not_shown: { word: "NOT SHOWN", tone: "warn" },
  not_comparable: { word: "NOT COMPARABLE", tone: "bad" },
};

/** A line a candidate; each leads to its whole comparison, where the evidence is. */
export function FamilyTable({ rows, hrefs }: { rows: readonly FamilyRow[]; hrefs: string[] }) {
  const tested = rows.filter((row) => row.state === "comparable" && row.primary !== null).length;
  return (
    <Card title="Each candidate against the same baseline">
      <p className="mb-2 max-w-[820px] text-[13px] text-ink-2">
        {plural(tested, "primary contrast")} of {plural(rows.length, "comparison")} tested: q is p
        after Benjamini and Hochberg over {tested === 1 ? "that one" : "these"}. A refused candidate
        has no difference and is not tested.
      </p>
      <StackedTable
        caption="A line for each candidate"
        columns={["Candidate", "State", "Attack success", "Damage", "Answer"]}
        wide={[1, 4]}
      >
        {rows.map((row, index) => (
          <Line key={index} row={row} href={hrefs[index] ?? ""} />
        ))}
      </StackedTable>
    </Card>
  );
}

function Line({ row, href }: { row: FamilyRow; href: string }) {
  const { word, tone } = STATES[row.state];
  return (
    <StackedRow
      name={
        <>
          <TextLink href={href}>
            <DataName text={row.candidate.armName} />
          </TextLink>
          <span className="block text-xs text-ink-3">
            <DataName text={row.candidate.campaignName} />
          </span>
        </>
      }
    >
      <StackedCell column="state" wide>
        <Chip tone={tone}>{word}</Chip>
      </StackedCell>
      {row.state === "comparable" ? (
        <>
          <StackedCell column="attack success">
            <Difference delta={row.primary} />
            {row.primary === null || row.primary.p === null || row.primary.q === null ? null : (
              <span className="block text-xs text-ink-3">
                {pValue(row.primary.p)}, {pValue(row.primary.q).replace(/^p/, "q")}
              </span>
            )}
          </StackedCell>
          <StackedCell column="damage">
            <Difference delta={row.damage} />
          </StackedCell>
        </>
      ) : (
        <>
          <StackedCell column="attack success">
            <NotAvailable reason="shut" />
          </StackedCell>
          <StackedCell column="damage">
            <NotAvailable reason="shut" />
          </StackedCell>
        </>
      )}
      <StackedCell column="answer" wide>
        <span className="block md:min-w-[220px]">
          <Sentence text={row.answer} />
        </span>
      </StackedCell>
    </StackedRow>
  );
}

function Difference({ delta }: { delta: Delta | null }) {
  if (delta === null) return <NotAvailable reason="n/a in an arm" />;
  const { baseline, candidate, unit, interval, byRule } = delta;
  return (
    <>
      <b className="font-semibold">{signedInUnit(delta.difference, unit)}</b>{" "}
      <ByRule rule={byRule} />
      <span className="block text-xs text-ink-3">
        {interval === null
          ? "no interval"
          : `${differenceLimits(interval, unit)} (${percent(interval.level)})`}
      </span>
      <span className="block text-xs text-ink-3">
        {[baseline, candidate]
          .map((side) => `${outOf(side.numerator, side.denominator)} = ${inUnit(side.value, unit)}`)
          .join(" → ")}
      </span>
    </>
  );
}
