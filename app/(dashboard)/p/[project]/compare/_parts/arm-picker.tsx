import { LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text-link";
import type { ArmMatch } from "@/lib/answers/comparison-choices";
import type { ComparedSides } from "@/lib/answers/compared-sides";
import { savedComparisonsPath } from "@/lib/answers/comparison-paths";
import type { MissingArm } from "@/lib/answers/missing-arms";
import { comparePath, importsPath } from "@/lib/format/paths";
import { ArmChoiceForm, type ChosenArms } from "./arm-choice-form";
import { MissingArms } from "./missing-arms";

type State = ComparedSides<{ reference: string }>["state"];

const SENTENCES: Record<State, string> = {
  complete: "First comes whether they may be compared at all; only then what differs.",
  incomplete: "First comes whether they may be compared at all; only then what differs.",
  unknown:
    "The address names an arm that is not in this project: which, and what to do, stands below.",
  on_both_sides: "An arm cannot be compared with itself: the address names one on both sides.",
};

/** The choice of sides: an address that names no two of them leads here. */
export function ArmPicker({
  project,
  first,
  chosen,
  state,
  missing,
}: {
  project: string;
  /** The newest arms of the project. */
  first: readonly ArmMatch[];
  chosen: ChosenArms;
  state: State;
  /** The arms that the address names and the project has not. */
  missing: readonly MissingArm[];
}) {
  return (
    <>
      <PageHeader
        crumb="Compare"
        title="Choose two arms"
        sentence={SENTENCES[state]}
        actions={<LinkButton href={savedComparisonsPath(project)}>Saved comparisons</LinkButton>}
      />
      {missing.length === 0 ? null : (
        <MissingArms project={project} arms={missing} hasChoice={first.length >= 2} />
      )}
      {first.length < 2 ? (
        <EmptyState title="Fewer than two arms">
          A comparison needs two arms; this project has {first.length}.{" "}
          <TextLink href={importsPath(project)}>Import logs</TextLink> of another arm.
        </EmptyState>
      ) : (
        <Card>
          <ArmChoiceForm
            key={JSON.stringify(chosen)}
            action={comparePath(project)}
            first={first}
            chosen={chosen}
          />
        </Card>
      )}
    </>
  );
}
