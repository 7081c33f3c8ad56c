import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { comparePath } from "@/lib/format/paths";
import { dayOf } from "@/lib/format/time";
import type { ArmChoice } from "../../_data/comparison";

/** Two lists and a button: an address that names no two arms leads here. */
export function ArmPicker({
  project,
  choices,
  baseline,
  candidate,
  missing,
}: {
  project: string;
  choices: readonly ArmChoice[];
  baseline: ArmChoice | undefined;
  candidate: ArmChoice | undefined;
  missing: boolean;
}) {
  return (
    <>
      <PageHeader
        crumb="Compare"
        title="Choose two arms"
        sentence={
          missing
            ? "The address does not name two different arms of this project."
            : "First comes whether they may be compared at all; only then what differs."
        }
      />
      {choices.length < 2 ? (
        <EmptyState title="Fewer than two arms">
          A comparison needs two arms; this project has {choices.length}.
        </EmptyState>
      ) : (
        <Card>
          <form action={comparePath(project)} className="grid gap-4 sm:grid-cols-2">
            <Choice name="baseline" label="Baseline" choices={choices} chosen={baseline} />
            <Choice name="candidate" label="Candidate" choices={choices} chosen={candidate} />
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

function Choice({
  name,
  label,
  choices,
  chosen,
}: {
  name: string;
  label: string;
  choices: readonly ArmChoice[];
  chosen: ArmChoice | undefined;
}) {
  return (
    <label className="grid min-w-0 gap-1 text-[12.5px] text-ink-2">
      {label}
      <select
        name={name}
        defaultValue={chosen?.reference ?? ""}
        required
        className="w-full min-w-0 rounded-[7px] border border-field bg-panel px-2 py-1.5 text-[14px] text-ink"
      >
        <option value="">Choose an arm</option>
        {choices.map(({ reference, campaign, arm }) => (
          <option key={reference} value={reference}>
            {arm.name} · {campaign.name}
            {campaign.startedAt === null ? "" : ` · ${dayOf(campaign.startedAt)}`}
          </option>
        ))}
      </select>
    </label>
  );
}
