import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import { outOf, plural } from "@/lib/format/numbers";
import type { Deltas, Flip } from "@/lib/reports/comparison-report";

/** The episodes of a case in both arms' campaigns. */
export type CaseHref = (caseKey: string) => string;

const SHOWN = 12;

/** Cases whose outcome differs between the arms, both directions: an average hides the worse ones. */
export function FlippedCases({ flips, caseHref }: { flips: Deltas["flips"]; caseHref: CaseHref }) {
  return (
    <Card title="Cases that flipped" note="attack success, baseline → candidate">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <FlipList title="Worse in the candidate" flips={flips.worse} caseHref={caseHref} />
        <FlipList title="Better in the candidate" flips={flips.better} caseHref={caseHref} />
      </div>
    </Card>
  );
}

function FlipList({
  title,
  flips,
  caseHref,
}: {
  title: string;
  flips: readonly Flip[];
  caseHref: CaseHref;
}) {
  return (
    <div className="min-w-0">
      <h3 className="text-[13px] text-ink-2">
        {title}: {plural(flips.length, "case")}
      </h3>
      <FlipLines flips={flips.slice(0, SHOWN)} caseHref={caseHref} />
      {flips.length > SHOWN ? (
        <details className="text-[13px]">
          <summary className="text-ink-2">{plural(flips.length - SHOWN, "more case")}</summary>
          <FlipLines flips={flips.slice(SHOWN)} caseHref={caseHref} />
        </details>
      ) : null}
    </div>
  );
}

function FlipLines({ flips, caseHref }: { flips: readonly Flip[]; caseHref: CaseHref }) {
  return (
    <ul className="mt-1 text-[13px]">
      {flips.map((flip) => (
        <li key={flip.case} className="flex justify-between gap-3">
          <span className="min-w-0">
            <TextLink href={caseHref(flip.case)}>
              <DataName text={flip.case} />
            </TextLink>
          </span>
          <span className="shrink-0 text-ink-2">
            {outOf(flip.baseline.success, flip.baseline.finished)} →{" "}
            {outOf(flip.candidate.success, flip.candidate.finished)}
          </span>
        </li>
      ))}
    </ul>
  );
}
