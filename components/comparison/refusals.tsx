import { Fact, Facts } from "@/components/ui/facts";
import { integer } from "@/lib/format/numbers";
import type { Refusal } from "@/lib/reports/comparison-report";
import { foundFigures, thresholdFigures, type NamedFigure } from "./refusal-figures.model";

/** Everything that shuts the comparison, in the order of the checks: what was found, what to do. */
export function Refusals({
  refusals,
  headline,
}: {
  refusals: readonly Refusal[];
  /** Stands above already, so the refusal that says the same does not repeat it. */
  headline: string;
}) {
  if (refusals.length === 0) return null;
  return (
    <ol aria-label="What shuts the comparison" className="mt-3 grid gap-3">
      {refusals.map((refusal) => (
        <li
          key={refusal.code}
          className="grid gap-x-8 gap-y-2 border-t border-line pt-3 lg:grid-cols-2"
        >
          <div className="min-w-0">
            <p>
              <span className="font-mono text-[12px] break-all text-ink-3">{refusal.code}</span>{" "}
              {refusal.sentence === headline ? null : refusal.sentence}
            </p>
            <ul aria-label="What to do" className="mt-1 list-disc pl-5">
              {refusal.advice.map((advice) => (
                <li key={advice}>{advice}</li>
              ))}
            </ul>
          </div>
          <div className="min-w-0">
            <Facts>
              <Lines figures={foundFigures(refusal)} />
              <Lines figures={thresholdFigures(refusal)} />
              <Fact name="Cases to run again in both arms">
                {refusal.rerunCases === 0 ? null : integer(refusal.rerunCases)}
              </Fact>
            </Facts>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Lines({ figures }: { figures: readonly NamedFigure[] }) {
  return figures.map(({ name, figure }) => (
    <Fact key={name} name={name}>
      {figure}
    </Fact>
  ));
}
