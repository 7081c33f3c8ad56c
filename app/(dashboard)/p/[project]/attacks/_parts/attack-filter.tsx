import { AddressForm } from "@/components/ui/address-form";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import type { AttacksAnswer } from "@/lib/answers/attacks-answer";
import {
  attackChoices,
  FIRST_ARMS,
  MOST_ARMS,
  type AttacksQuery,
} from "@/lib/answers/attacks-query";
import { attacksPath } from "@/lib/format/paths";
import { atlasName, owaspName } from "@/lib/reports/attack-taxonomies";

/** Which attacks and which arms: a plain form, the address has it all. */
export function AttackFilter({
  project,
  query,
  answer,
}: {
  project: string;
  query: AttacksQuery;
  answer: AttacksAnswer;
}) {
  const path = attacksPath(project);
  const { families, ids } = attackChoices(answer.matrix.rows);
  return (
    <AddressForm
      action={path}
      label="Filter"
      className="no-print mt-4 grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:grid-cols-4 xl:grid-cols-[repeat(7,minmax(0,1fr))_auto]"
    >
      <Field name="q" label="Text in attack, family, id" value={query.q} />
      <SelectField name="family" label="Family" value={query.family} choices={pairs(families)} />
      <SelectField
        name="id"
        label="OWASP LLM or ATLAS"
        value={query.id}
        choices={ids.map((id) => [id, [id, owaspName(id) ?? atlasName(id) ?? ""].join(" ").trim()])}
      />
      <SelectField name="mark" label="In the newest arm" value={query.mark} choices={MARKS} />
      <SelectField
        name="target"
        label="Target"
        value={query.target}
        choices={pairs(answer.targets)}
      />
      <SelectField
        name="guardrail"
        label="Guardrail"
        value={query.guardrail}
        choices={pairs(answer.guardrails)}
      />
      <SelectField
        name="arms"
        label="Arms side by side"
        value={query.arms === undefined ? undefined : String(query.arms)}
        choices={ARMS}
      />
      <p className="col-span-full flex gap-2 xl:col-span-1">
        <Button type="submit">Filter</Button>
        <LinkButton href={path}>Clear</LinkButton>
      </p>
    </AddressForm>
  );
}

const MARKS: [string, string][] = [
  ["new", "new"],
  ["regressed", "regressed"],
  ["improved", "improved"],
  ["higher", "higher, cannot tell"],
  ["lower", "lower, cannot tell"],
];

/** Without a choice the newest twelve stand there. */
const ARMS: [string, string][] = [1, 4, FIRST_ARMS, 24, MOST_ARMS].map((count) => [
  String(count),
  `the newest ${count}`,
]);

function pairs(names: readonly string[]): [string, string][] {
  return names.map((name) => [name, name]);
}
