import { sentForm, textOf } from "@/app/_forms/sent";
import type { PolicyNumber, TypedPolicy } from "@/lib/domain/policy-fields";

/** What stands in the fields of a policy, for the page that shows what it would change and the action. */
export function typedPolicy(form: FormData): TypedPolicy {
  const text = (name: PolicyNumber) => textOf(form, name);
  return {
    margin: text("margin"),
    alpha: text("alpha"),
    maxAbortRate: text("maxAbortRate"),
    confidence: text("confidence"),
    requireShownParity: sentForm(form).has("requireShownParity"),
  };
}
