import { ByRule } from "@/components/ui/by-rule";
import { ScrollBox } from "@/components/ui/scroll-box";
import { inUnit, pValue, signedInUnit } from "@/lib/format/measurement";
import { outOf, plural } from "@/lib/format/numbers";
import type { Unit } from "@/lib/domain/unit";
import type { SeriesFigures, SeriesTest } from "@/lib/reports/series-report";

/** Each metric in the four campaigns in run order, and what arm, drift and repeats make of it. */
export function SeriesTable({ metrics }: { metrics: readonly SeriesFigures[] }) {
  return (
    <div className="mt-2">
      <ScrollBox label="Arm, drift and repeats by metric">
        <table className="table-plain">
          <caption className="sr-only">Arm effect, drift and repeats of each metric</caption>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {["1st", "2nd", "3rd", "4th", "Arm effect", "Drift per step"].map((column) => (
                <th key={column} scope="col" className="num">
                  {column}
                </th>
              ))}
              {metrics[0]?.repeats.map(({ side }) => (
                <th key={side} scope="col" className="num">
                  Repeat of the {side}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {metrics.map((figures) => (
              <SeriesRow key={figures.metric} figures={figures} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

function SeriesRow({ figures }: { figures: SeriesFigures }) {
  const { unit } = figures;
  return (
    <tr>
      <th scope="row" className="font-normal">
        {figures.label} <ByRule rule={figures.byRule} />
        <span className="block text-xs text-ink-3">{plural(figures.cases, "case")}</span>
      </th>
      {figures.campaigns.map((campaign, index) => (
        <td key={index} className="num">
          {inUnit(campaign.value, unit)}
          <span className="block text-xs text-ink-3">
            {outOf(campaign.numerator, campaign.denominator)}
          </span>
        </td>
      ))}
      <td className="num font-semibold">{signedInUnit(figures.armDifference, unit)}</td>
      <Tested difference={figures.driftPerStep} unit={unit} test={figures.drift} />
      {figures.repeats.map((repeat) => (
        <Tested key={repeat.side} difference={repeat.difference} unit={unit} test={repeat.test} />
      ))}
    </tr>
  );
}

function Tested({ difference, unit, test }: { difference: number; unit: Unit; test: SeriesTest }) {
  return (
    <td className="num">
      {signedInUnit(difference, unit)}
      <span className="block text-xs text-ink-3">
        {pValue(test.p)}, {plural(test.differingCases, "case differs", "cases differ")}
      </span>
    </td>
  );
}
