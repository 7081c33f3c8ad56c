import { ForestPlot } from "@/components/charts/forest-plot";
import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { NotAvailable } from "@/components/ui/not-available";
import { differenceLimits, pValue } from "@/lib/format/measurement";
import { outOf, percent, plural, signedPoints } from "@/lib/format/numbers";
import type { AttackContrast } from "@/lib/reports/comparison-report";
import { differencesOfAttacks, largest } from "./forest-rows.model";

/** Attack by attack: many looks at once, so each line suggests and none of them proves. */
export function AttackContrasts({ attacks }: { attacks: readonly AttackContrast[] }) {
  if (attacks.length === 0) return null;
  const drawn = largest(attacks);
  return (
    <Card
      title="Attack success by attack"
      note="exploratory: many looks at once; q is p after Benjamini and Hochberg, and stands at 0.10 or less"
    >
      <ForestPlot
        title="Differences of attack success by attack"
        definition="In points with the interval of that attack alone; hollow: does not stand. An arrowhead leaves the frame."
        n={drawnOf(drawn.length, attacks.length)}
        differences={differencesOfAttacks(drawn)}
      />
      <ScrollBox label="Difference by attack">
        <table className="table-plain">
          <caption className="sr-only">
            Attack success by attack in each arm, largest rise first
          </caption>
          <thead>
            <tr>
              <th scope="col">Attack</th>
              {[
                "Baseline",
                "Candidate",
                "Difference",
                "Interval",
                "Cases that differ",
                "p",
                "q",
              ].map((column) => (
                <th key={column} scope="col" className="num">
                  {column}
                </th>
              ))}
              <th scope="col">Reading</th>
            </tr>
          </thead>
          <tbody>
            {attacks.map((attack) => (
              <AttackRow key={attack.attack} attack={attack} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function drawnOf(drawn: number, all: number): string {
  return drawn === all
    ? ""
    : `The largest ${plural(drawn, "difference")} of ${all}; the rest below.`;
}

function AttackRow({ attack }: { attack: AttackContrast }) {
  return (
    <tr>
      <th scope="row" className="font-normal">
        <DataName text={attack.attack} />
      </th>
      {[attack.baseline, attack.candidate].map((side, index) => (
        <td key={index} className="num">
          {outOf(side.success, side.finished)}
        </td>
      ))}
      <td className="num font-semibold">{signedPoints(attack.difference)}</td>
      <td className="num">
        {attack.interval === null ? (
          <NotAvailable reason="a single case has none" short />
        ) : (
          `${differenceLimits(attack.interval, "share")} (${percent(attack.interval.level)})`
        )}
      </td>
      <td className="num">{outOf(attack.differingCases, attack.cases)}</td>
      <td className="num">{pValue(attack.p)}</td>
      <td className="num">{pValue(attack.q).replace(/^p/, "q")}</td>
      <td>
        {attack.stands ? (
          <>
            <Chip tone="contain">stands</Chip> <span className="text-ink-3">exploratory</span>
          </>
        ) : (
          <span className="text-ink-3">exploratory, does not stand</span>
        )}
      </td>
    </tr>
  );
}
