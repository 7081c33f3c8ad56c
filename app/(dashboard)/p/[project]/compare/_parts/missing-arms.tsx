import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { TextLink } from "@/components/ui/text-link";
import type { MissingArm } from "@/lib/answers/missing-arms";
import { campaignPath, importsPath } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";

/** Which arms of the address are not there, why, and what to do; the choice below keeps the others. */
export function MissingArms({
  project,
  arms,
  hasChoice,
}: {
  project: string;
  arms: readonly MissingArm[];
  /** Whether a choice of arms stands below. */
  hasChoice: boolean;
}) {
  return (
    <Card title="Not in this project" edge="warn">
      <ul className="list-disc space-y-1 pl-5">
        {arms.map((arm) => (
          <li key={arm.reference}>
            <WhyMissing project={project} arm={arm} />
          </li>
        ))}
      </ul>
      {hasChoice ? (
        <p className="mt-2 text-ink-2">
          What is left of the comparison is chosen below: choose another arm for each that is
          missing.
        </p>
      ) : null}
    </Card>
  );
}

function WhyMissing({ project, arm }: { project: string; arm: MissingArm }) {
  const again = <TextLink href={importsPath(project)}>Import its logs again</TextLink>;
  switch (arm.because) {
    case "arm":
      return (
        <>
          The campaign{" "}
          <TextLink href={campaignPath(project, arm.slug)}>
            <DataName text={arm.campaign} />
          </TextLink>{" "}
          has no arm of the address <DataName text={arm.reference} mono />: look there which it has.
        </>
      );
    case "deleted": {
      const { name, deletedAt, reason } = arm.tombstone;
      const campaign = (
        <TextLink href={campaignPath(project, arm.slug)}>
          <DataName text={name} />
        </TextLink>
      );
      return reason === "replaced" ? (
        <>
          The campaign {campaign} was replaced by another import on {instant(deletedAt)}, under
          another address. Choose the arm of the import that took its place.
        </>
      ) : (
        <>
          The campaign {campaign} was deleted on {instant(deletedAt)}, and arm{" "}
          <DataName text={arm.reference} mono /> with it. {again} to compare it anew.
        </>
      );
    }
    case "never":
      return (
        <>
          No campaign here ever had the address of arm <DataName text={arm.reference} mono />. Check
          the address for a slip.
        </>
      );
  }
}
