import { Card } from "@/components/ui/card";
import { Chip } from "@/components/ui/chip";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { pValue } from "@/lib/format/measurement";
import { outOf, signedPoints } from "@/lib/format/numbers";
import type { AttackContrast } from "@/lib/reports/comparison-report";

/** Attack by attack: many looks at once, so each line suggests and none of them proves. */
export function AttackContrasts({ attacks }: { attacks: readonly AttackContrast[] }) {
  if (attacks.length === 0) return null;
  return (
    <Card
      title="Attack success by attack"
      note="exploratory: many looks at once; q is p after Benjamini and Hochberg, and stands at 0.10 or less"
    >
      <ScrollBox label="Difference by attack">
        <table className="table-plain">
          <caption className="sr-only">
            Attack success by attack in each arm, largest rise first
          </caption>
          <thead>
            <tr>
              <th scope="col">Attack</th>
              {["Baseline", "Candidate", "Difference", "Cases that differ", "p", "q"].map(
                (column) => (
                  <th key={column} scope="col" className="num">
                    {column}
                  </th>
                ),
              )}
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
