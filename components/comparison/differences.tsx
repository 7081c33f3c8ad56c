import { IdentityBar } from "@/components/charts/identity-bar";
import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { differenceLimits, inUnit, pValue, signedInUnit } from "@/lib/format/measurement";
import { outOf, percent, signedPoints } from "@/lib/format/numbers";
import type { Delta, Deltas } from "@/lib/reports/comparison-report";
import { FlippedCases, type CaseHref } from "./flipped-cases";

/** What differs. Drawn by the gate alone, and only where the report holds `deltas`. */
export function Differences({ deltas, caseHref }: { deltas: Deltas; caseHref: CaseHref }) {
  return (
    <>
      <Card title="Difference, candidate − baseline">
        <ScrollBox label="Difference by metric">
          <table className="table-plain">
            <caption className="sr-only">Difference of each metric, with its interval</caption>
            <thead>
              <tr>
                <th scope="col">Metric</th>
                <th scope="col" className="num">
                  Baseline
                </th>
                <th scope="col" className="num">
                  Candidate
                </th>
                <th scope="col" className="num">
                  Difference
                </th>
                <th scope="col">Interval</th>
                <th scope="col">Reading</th>
              </tr>
            </thead>
            <tbody>
              {deltas.metrics.map((delta) => (
                <DeltaRow key={delta.metric} delta={delta} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </Card>
      {deltas.decomposition === null ? null : (
        <Card>
          <IdentityBar decomposition={deltas.decomposition} />
        </Card>
      )}
      <AttackDifferences attacks={deltas.attacks} />
      <FlippedCases flips={deltas.flips} caseHref={caseHref} />
    </>
  );
}

function DeltaRow({ delta }: { delta: Delta }) {
  return (
    <tr>
      <th scope="row" className="font-normal">
        {delta.label}
      </th>
      {[delta.baseline, delta.candidate].map((side, index) => (
        <td key={index} className="num">
          {outOf(side.numerator, side.denominator)} = {inUnit(side.value, delta.unit)}
        </td>
      ))}
      <td className="num font-semibold">{signedInUnit(delta.difference, delta.unit)}</td>
      <td className="text-ink-2">
        {delta.interval === null
          ? "n/a"
          : `${differenceLimits(delta.interval, delta.unit)} (${percent(delta.interval.level)})`}
      </td>
      <td>
        {delta.reading}
        {delta.p === null ? null : (
          <span className="block text-xs text-ink-3">
            {pValue(delta.p)}, {outOf(delta.differingCases, delta.cases)} cases differ
          </span>
        )}
      </td>
    </tr>
  );
}

function AttackDifferences({ attacks }: { attacks: Deltas["attacks"] }) {
  return (
    <Card title="By attack" note="exploratory: many comparisons at once, no test">
      <ScrollBox label="Difference by attack">
        <table className="table-plain">
          <caption className="sr-only">Attack success by attack in each arm</caption>
          <thead>
            <tr>
              <th scope="col">Attack</th>
              <th scope="col" className="num">
                Baseline
              </th>
              <th scope="col" className="num">
                Candidate
              </th>
              <th scope="col" className="num">
                Difference
              </th>
            </tr>
          </thead>
          <tbody>
            {attacks.map((attack) => (
              <tr key={attack.attack}>
                <th scope="row" className="font-normal">
                  <DataName text={attack.attack} />
                </th>
                <td className="num">{outOf(attack.baseline.success, attack.baseline.finished)}</td>
                <td className="num">
                  {outOf(attack.candidate.success, attack.candidate.finished)}
                </td>
                <td className="num">{signedPoints(attack.difference)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
