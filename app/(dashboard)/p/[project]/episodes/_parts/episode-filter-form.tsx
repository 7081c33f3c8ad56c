import type { CampaignRow } from "@/db/queries/campaigns";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { OUTCOMES, OUTCOME_NAMES } from "@/lib/domain/outcome";
import { decisionOutcomeSchema, splitSchema } from "@/lib/domain/records";
import { TERMINATIONS, TERMINATION_REASONS } from "@/lib/domain/termination";
import { episodesPath } from "@/lib/format/paths";
import type { EpisodeQuery } from "@/lib/answers/episode-query";

type Choices = readonly (readonly [value: string, label: string])[];

/** The filter as a plain form: the address has it all, with or without script. */
export function EpisodeFilterForm({
  project,
  query,
  campaigns,
}: {
  project: string;
  query: EpisodeQuery;
  campaigns: readonly CampaignRow[];
}) {
  const chosen = campaigns.filter(
    ({ slug }) => query.campaign === undefined || slug === query.campaign,
  );
  const arms = new Map(chosen.flatMap(({ arms: of }) => of.map((arm) => [arm.key, arm.name])));
  return (
    <form
      action={episodesPath(project)}
      aria-label="Filter"
      className="no-print mt-4 grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3 lg:grid-cols-6"
    >
      <SelectField
        name="campaign"
        label="Campaign"
        value={query.campaign}
        choices={campaigns.map(({ slug, name }) => [slug, name])}
      />
      <SelectField name="arm" label="Arm" value={query.arm} choices={[...arms]} />
      <SelectField name="outcome" label="Outcome" value={query.outcome} choices={OUTCOME_CHOICES} />
      <SelectField
        name="termination"
        label="Ended"
        value={query.termination}
        choices={TERMINATION_CHOICES}
      />
      <SelectField name="class" label="Finished or aborted" value={query.class} choices={CLASSES} />
      <SelectField
        name="split"
        label="Split"
        value={query.split}
        choices={splitSchema.options.map((one) => [one, one])}
      />
      <Field name="attack" label="Attack" value={query.attack} />
      <Field name="case" label="Case" value={query.case} />
      <Field name="tool" label="Tool" value={query.tool} />
      <SelectField
        name="decision"
        label="Decision"
        value={query.decision}
        choices={decisionOutcomeSchema.options.map((one) => [one, one])}
      />
      <SelectField name="alarm" label="Alarm" value={query.alarm} choices={ALARM_CHOICES} />
      <Field name="text" label="Text in case, attack, ending" value={query.text} />
      <p className="col-span-full flex flex-wrap gap-2">
        <Button type="submit">Filter</Button>
        <LinkButton href={episodesPath(project)}>Clear</LinkButton>
      </p>
    </form>
  );
}

const OUTCOME_CHOICES: Choices = OUTCOME_NAMES.map((one) => [one, OUTCOMES[one].label]);
const TERMINATION_CHOICES: Choices = TERMINATION_REASONS.map((one) => [
  one,
  TERMINATIONS[one].label,
]);
const CLASSES: Choices = [
  ["finished", "finished"],
  ["abort", "aborted"],
];
const ALARM_CHOICES: Choices = [
  ["yes", "with an alarm"],
  ["no", "without"],
];
