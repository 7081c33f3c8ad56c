import type { ColumnChoice as Choice } from "@/components/tables/campaign-column-choice";
import { AddressForm } from "@/components/ui/address-form";
import { Button, LinkButton } from "@/components/ui/button";
import type { HistoryQuery } from "@/lib/answers/history-query";
import { projectPath, withQuery } from "@/lib/format/paths";

/** Which columns the table has; every metric of the registry is one. */
export function ColumnChoice({
  project,
  query,
  choices,
}: {
  project: string;
  query: HistoryQuery;
  choices: readonly Choice[];
}) {
  const path = projectPath(project);
  const { columns: _columns, ...rest } = query;
  return (
    <details className="rounded-[7px] border border-line bg-panel px-3 py-1.5">
      <summary className="min-h-6">
        Columns ({choices.filter(({ shown }) => shown).length} of {choices.length})
      </summary>
      <AddressForm
        action={path}
        label="Columns"
        keep={[
          "q",
          "target",
          "guardrail",
          "model",
          "verdict",
          "from",
          "to",
          "sort",
          "tick",
          "deleted",
        ]}
        className="mt-2"
      >
        <fieldset className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          <legend className="sr-only">Columns to show</legend>
          {choices.map(({ id, label, shown }) => (
            <label key={id} className="flex min-h-6 items-center gap-2 text-[13px]">
              <input type="checkbox" name="columns" value={id} defaultChecked={shown} />
              {label}
            </label>
          ))}
        </fieldset>
        {Object.entries(rest).map(([name, value]) =>
          value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <p className="mt-2 flex flex-wrap gap-2">
          <Button type="submit">Show these</Button>
          <LinkButton href={withQuery(path, { ...rest, columns: ["all"] })}>
            Every column
          </LinkButton>
          <LinkButton href={withQuery(path, rest)}>The headline columns</LinkButton>
        </p>
      </AddressForm>
    </details>
  );
}
