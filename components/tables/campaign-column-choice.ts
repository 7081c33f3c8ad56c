import type { MetricInfo } from "@/components/ui/metric-info";

/** A column that a reader may show or hide. */
export type ColumnChoice = { id: string; label: string; shown: boolean };

/** The columns beside the metrics, in the order in which they stand. The name of the row always stays. */
export const PLAIN_COLUMNS = {
  started: "Started",
  arm: "Arm",
  target: "Target",
  guardrail: "Guardrail",
  model: "Model",
  verdict: "Verdict",
  ended: "How episodes ended",
  alarms: "Alarms",
} as const;

export type PlainColumn = keyof typeof PLAIN_COLUMNS;

/** Off at first: most projects have one target. */
const AT_FIRST_HIDDEN: readonly string[] = ["target"];

/** Every column with whether the address shows it: `all`, those that it names, or the headline ones. */
export function columnChoices(
  named: readonly string[],
  metrics: readonly MetricInfo[],
): ColumnChoice[] {
  const shows = (id: string, atFirst: boolean) =>
    named.includes("all") || (named.length === 0 ? atFirst : named.includes(id));
  return [
    ...Object.entries(PLAIN_COLUMNS).map(([id, label]) => ({
      id,
      label,
      shown: shows(id, !AT_FIRST_HIDDEN.includes(id)),
    })),
    ...metrics.map(({ id, label, place }) => ({
      id,
      label,
      shown: shows(id, place === "headline"),
    })),
  ];
}
