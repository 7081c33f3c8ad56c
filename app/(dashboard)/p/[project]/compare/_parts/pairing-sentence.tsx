import { DataName } from "@/components/ui/data-text";
import { plural } from "@/lib/format/numbers";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** Which cases the comparison is over, and by name which it leaves out. */
export function PairingSentence({ report }: { report: ComparisonReport }) {
  const { commonCases, onlyBaseline, onlyCandidate } = report.pairing;
  return (
    <div className="mt-1 max-w-[820px] text-[13px] text-ink-2">
      <p>
        {plural(commonCases, "case")} run in both arms: {plural(report.baseline.started, "episode")}{" "}
        of the baseline, {plural(report.candidate.started, "episode")} of the candidate.
      </p>
      <LeftOut cases={onlyBaseline} where="baseline" />
      <LeftOut cases={onlyCandidate} where="candidate" />
    </div>
  );
}

function LeftOut({ cases, where }: { cases: readonly string[]; where: string }) {
  if (cases.length === 0) return null;
  return (
    <details>
      <summary>
        {plural(cases.length, "case")} run only in the {where} {cases.length === 1 ? "is" : "are"}{" "}
        left out
      </summary>
      <ul className="mt-1 columns-2 text-xs">
        {cases.map((one) => (
          <li key={one}>
            <DataName text={one} />
          </li>
        ))}
      </ul>
    </details>
  );
}
