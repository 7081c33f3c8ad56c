import { Fact, Facts } from "@/components/ui/facts";
import { Sentence } from "@/components/ui/sentence";
import { integer } from "@/lib/format/numbers";
import type { Refusal } from "@/lib/reports/comparison-report";
import { REFUSAL_WORDS } from "./refusal-words";
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
          className="grid gap-x-8 gap-y-2 border-t border-line pt-3 md:grid-cols-2 xl:grid-cols-[5fr_4fr_4fr]"
        >
          <div className="min-w-0 md:col-span-2 xl:col-span-1">
            <h3>{REFUSAL_WORDS[refusal.code]}</h3>
            <p className="font-mono text-[11px] break-all text-ink-3">{refusal.code}</p>
            {refusal.sentence === headline ? null : (
              <p className="mt-1">
                <Sentence text={refusal.sentence} />
              </p>
            )}
            <ul aria-label="What to do" className="mt-1 list-disc pl-5">
              {refusal.advice.map((advice) => (
                <li key={advice}>
                  <Sentence text={advice} />
                </li>
              ))}
            </ul>
          </div>
          <FigureList title="Found" figures={foundFigures(refusal)} />
          <FigureList
            title="Held against"
            figures={thresholdFigures(refusal)}
            rerunCases={refusal.rerunCases}
          />
        </li>
      ))}
    </ol>
  );
}

function FigureList({
  title,
  figures,
  rerunCases = 0,
}: {
  title: string;
  figures: readonly NamedFigure[];
  rerunCases?: number;
}) {
  if (figures.length === 0 && rerunCases === 0) return null;
  return (
    <div className="min-w-0">
      {figures.length === 0 ? null : <p className="text-xs text-ink-3">{title}</p>}
      <Facts>
        {figures.map(({ name, figure }) => (
          <Fact key={name} name={name}>
            {figure}
          </Fact>
        ))}
        <Fact name="Cases to run again in both arms">
          {rerunCases === 0 ? null : integer(rerunCases)}
        </Fact>
      </Facts>
    </div>
  );
}
