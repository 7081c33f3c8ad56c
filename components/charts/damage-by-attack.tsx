import type { WorstAttack } from "@/lib/reports/worst-attacks";
import { ChartFrame } from "./chart-frame";
import { attackBars, attackWeightTable } from "./damage-by-attack.model";
import { WeightBars } from "./weight-bars";

/** Which attacks did the damage, and which were stopped at the attempt, in summed weight points. */
export function DamageByAttack({
  attacks,
  n,
  rule,
  href,
}: {
  attacks: readonly WorstAttack[];
  n: string;
  /** The rule that attributes the arm's calls, in words; absent where the record does. */
  rule?: string | undefined;
  /** The episodes of an attack. */
  href: (attack: string) => string;
}) {
  const { bars, more } = attackBars(attacks);
  return (
    <ChartFrame
      title="Damage and exposure by attack"
      definition="Summed weight points of acts that ran and hurt, and of acts that were denied."
      rule={rule}
      n={n}
      legend={[
        { swatch: "damage", label: "Damage" },
        { swatch: "exposure", label: "Exposure" },
      ]}
      state={
        bars.length === 0
          ? { kind: "empty", reason: "no act did damage, and none was denied" }
          : { kind: "ready" }
      }
      table={attackWeightTable(attacks)}
    >
      <WeightBars
        bars={bars.map(({ attack, ...bar }) => ({ ...bar, name: attack, href: href(attack) }))}
      />
      {more === null ? null : <p className="mt-2 text-xs text-ink-3">{more}</p>}
    </ChartFrame>
  );
}
