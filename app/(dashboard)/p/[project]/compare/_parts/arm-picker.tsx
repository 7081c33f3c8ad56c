import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { comparePath } from "@/lib/format/paths";
import type { ArmChoice } from "@/lib/answers/comparison-answer";
import type { ComparedSides } from "@/lib/answers/compared-sides";
import { SideFields } from "./side-fields";

const SENTENCES: Record<ComparedSides<ArmChoice>["state"], string> = {
  complete: "First comes whether they may be compared at all; only then what differs.",
  incomplete: "First comes whether they may be compared at all; only then what differs.",
  unknown: "The address does not name two different arms of this project.",
  on_both_sides: "An arm cannot be compared with itself: the address names one on both sides.",
};

/** Two sides and a button: an address that names no two sides leads here. */
export function ArmPicker({
  project,
  choices,
  sides,
}: {
  project: string;
  choices: readonly ArmChoice[];
  sides: ComparedSides<ArmChoice>;
}) {
  return (
    <>
      <PageHeader crumb="Compare" title="Choose two arms" sentence={SENTENCES[sides.state]} />
      {choices.length < 2 ? (
        <EmptyState title="Fewer than two arms">
          A comparison needs two arms; this project has {choices.length}.
        </EmptyState>
      ) : (
        <Card>
          <form action={comparePath(project)} className="grid gap-4 sm:grid-cols-2 sm:items-start">
            <SideFields
              name="baseline"
              label="Baseline"
              choices={choices}
              chosen={sides.baseline}
            />
            <SideFields
              name="candidate"
              label="Candidate"
              choices={choices}
              chosen={sides.candidate}
            />
            <p>
              <Button type="submit" look="primary">
                Compare
              </Button>
            </p>
          </form>
        </Card>
      )}
    </>
  );
}
