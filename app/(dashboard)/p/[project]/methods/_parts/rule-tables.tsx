import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Chip, type Tone } from "@/components/ui/chip";
import { ScrollBox } from "@/components/ui/scroll-box";
import { citation } from "@/lib/reports/citation";
import type { MethodsData } from "@/lib/reports/methods-data";
import type { GateRule } from "@/lib/reports/methods-rules";
import { SECTIONS } from "./contents";

/** How an episode is coded, in the order in which it is asked. */
export function OutcomeRules({ outcomes }: Pick<MethodsData, "outcomes">) {
  return (
    <RuleTable
      title={SECTIONS.outcomes}
      lead="From top to bottom; the first rule that fits decides."
      columns={["", "When", "Outcome", "Counts as"]}
      rows={outcomes.map(({ rule, label, class: counted }, index) => [
        `${index + 1}.`,
        rule,
        label,
        counted,
      ])}
    />
  );
}

const STATES: Record<GateRule["state"], { word: string; tone: Tone }> = {
  comparable: { word: "comparable", tone: "good" },
  not_shown: { word: "not shown", tone: "warn" },
  not_comparable: { word: "not comparable", tone: "bad" },
};

/** What two arms must pass before a difference is computed, with this project's thresholds. */
export function GateRules({ gate }: Pick<MethodsData, "gate">) {
  return (
    <RuleTable
      title={SECTIONS.gate}
      lead="Over the attack cases that both arms started, from top to bottom. The gate is a test for equivalence, not for a difference: that few episodes show no significant difference proves nothing. There is no override: the arms are run again."
      columns={["", "When", "Then", "Code in reports"]}
      rows={gate.map(({ code, state, rule }, index) => [
        `${index + 1}.`,
        rule,
        <Chip key="state" tone={STATES[state].tone}>
          {STATES[state].word}
        </Chip>,
        <span key="code" className="font-mono text-[12px]">
          {code}
        </span>,
      ])}
    />
  );
}

/** Which interval or test stands beside which figure. */
export function IntervalRules({ intervals }: Pick<MethodsData, "intervals">) {
  return (
    <RuleTable
      title={SECTIONS.intervals}
      lead="Cases are the sample; replicas of a case never are."
      columns={["Of", "Method", "Source"]}
      rows={intervals.map(({ of, method, source }) => [
        of,
        method,
        citation(source) ?? "a rule of this product",
      ])}
    />
  );
}

function RuleTable({
  title,
  lead,
  columns,
  rows,
}: {
  title: string;
  lead: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <Card title={title}>
      <p className="mb-1 max-w-[820px] text-[13px] text-ink-2">{lead}</p>
      <ScrollBox label={title}>
        <table className="table-plain">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  {column === "" ? <span className="sr-only">Number</span> : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td
                    key={at}
                    className={typeof cell === "string" && cell.length > 40 ? "min-w-[200px]" : ""}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
