import type { CampaignRow } from "@/db/queries/campaigns";
import { Button } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import type { EpisodeQuery } from "@/lib/answers/episode-query";
import { splitSchema } from "@/lib/domain/records";
import { episodesPath } from "@/lib/format/paths";

type Choices = readonly (readonly [value: string, label: string])[];

/** What is chosen by a link and goes along with the form. */
const BY_LINK = [
  "arm",
  "attack",
  "outcome",
  "termination",
  "tool",
  "decision",
  "marker",
  "alarm",
] as const;

/** What no list of counts offers, as a plain form: the address has it all, with or without script. */
export function EpisodeFilterForm({
  project,
  query,
  campaigns,
}: {
  project: string;
  query: EpisodeQuery;
  campaigns: readonly CampaignRow[];
}) {
  return (
    <search>
      <form
        action={episodesPath(project)}
        aria-label="Filter"
        className="no-print mt-4 grid grid-cols-2 items-end gap-x-3 gap-y-2 lg:grid-cols-[2fr_1.4fr_1fr_1fr_0.8fr_auto]"
      >
        <div className="col-span-2 lg:col-span-1">
          <Field
            name="text"
            label="Text in case, attack, arguments, final answer or ending"
            value={query.text}
          />
        </div>
        <SelectField
          name="campaign"
          label="Campaign"
          value={query.campaign}
          choices={campaigns.map(({ slug, name }) => [slug, name])}
        />
        <Field name="case" label="Case" value={query.case} />
        <SelectField
          name="class"
          label="Finished or aborted"
          value={query.class}
          choices={CLASSES}
        />
        <SelectField
          name="split"
          label="Split"
          value={query.split}
          choices={splitSchema.options.map((one) => [one, one])}
        />
        {BY_LINK.map((name) => {
          const value = query[name];
          return value === undefined ? null : (
            <input key={name} type="hidden" name={name} value={value} />
          );
        })}
        <Button type="submit">Filter</Button>
      </form>
    </search>
  );
}

const CLASSES: Choices = [
  ["finished", "finished"],
  ["abort", "aborted"],
];
