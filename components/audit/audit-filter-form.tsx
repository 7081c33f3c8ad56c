import { AddressForm } from "@/components/ui/address-form";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, SelectField } from "@/components/ui/field";
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from "@/lib/domain/audit-action";

export type AuditFields = Partial<
  Record<"actor" | "action" | "outcome" | "from" | "until", string>
>;

const ACTIONS = AUDIT_ACTION_NAMES.map((name) => [name, AUDIT_ACTIONS[name]] as const);
const OUTCOMES = [
  ["done", "done"],
  ["refused", "refused"],
] as const;

/** Who, what and when. An instant that a link brought is shown by its day. */
export function AuditFilterForm({ path, fields }: { path: string; fields: AuditFields }) {
  return (
    <AddressForm
      action={path}
      label="Filter of entries"
      className="no-print mt-[18px] grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1.6fr_.8fr_1fr_1fr_auto]"
    >
      <Field name="actor" label="Who (part of the name)" value={fields.actor} />
      <SelectField name="action" label="What" value={fields.action} choices={ACTIONS} />
      <SelectField name="outcome" label="Outcome" value={fields.outcome} choices={OUTCOMES} />
      <Field name="from" label="From (UTC)" type="date" value={fields.from?.slice(0, 10)} />
      <Field name="until" label="Up to (UTC)" type="date" value={fields.until?.slice(0, 10)} />
      <div className="flex gap-2">
        <Button type="submit" look="primary">
          Filter
        </Button>
        {Object.keys(fields).length === 0 ? null : <LinkButton href={path}>Clear</LinkButton>}
      </div>
    </AddressForm>
  );
}
