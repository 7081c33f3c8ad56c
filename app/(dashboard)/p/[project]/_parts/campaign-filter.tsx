import { AddressForm } from "@/components/ui/address-form";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import type { historyChoices, HistoryQuery } from "@/lib/answers/history-query";
import { projectPath } from "@/lib/format/paths";

/** What of the project's arms to show: a plain form, the address has it all. */
export function CampaignFilter({
  project,
  query,
  choices,
}: {
  project: string;
  query: HistoryQuery;
  choices: ReturnType<typeof historyChoices>;
}) {
  const path = projectPath(project);
  return (
    <AddressForm
      action={path}
      label="Filter"
      keep={["sort", "columns", "tick"]}
      className="no-print mt-4 grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:grid-cols-4 xl:grid-cols-[2fr_repeat(4,minmax(0,1fr))_130px_130px_auto]"
    >
      <div className="col-span-2 grid xl:col-span-1">
        <Field name="q" label="Text in names, guardrail, model" value={query.q} />
      </div>
      <SelectField
        name="target"
        label="Target"
        value={query.target}
        choices={pairs(choices.targets)}
      />
      <SelectField
        name="guardrail"
        label="Guardrail"
        value={query.guardrail}
        choices={pairs(choices.guardrails)}
      />
      <SelectField name="model" label="Model" value={query.model} choices={pairs(choices.models)} />
      <SelectField name="verdict" label="Verdict" value={query.verdict} choices={VERDICTS} />
      <Field name="from" label="Started from (UTC)" value={query.from} type="date" />
      <Field name="to" label="Started to (UTC)" value={query.to} type="date" />
      <p className="col-span-full flex gap-2 xl:col-span-1">
        <Button type="submit">Filter</Button>
        <LinkButton href={path}>Clear</LinkButton>
      </p>
      {query.sort === undefined ? null : <input type="hidden" name="sort" value={query.sort} />}
      {query.columns.map((id) => (
        <input key={id} type="hidden" name="columns" value={id} />
      ))}
    </AddressForm>
  );
}

const VERDICTS = pairs(["PASS", "FAIL", "INCOMPLETE"]);

function pairs(names: readonly string[]): [string, string][] {
  return names.map((name) => [name, name]);
}
