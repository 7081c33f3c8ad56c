import { sentForm } from "@/app/_forms/sent";
import type { PolicyNumber, TypedPolicy } from "@/lib/domain/policy-fields";

/** What stands in the fields of a policy, for the page that shows what it would change and the action. */
export function typedPolicy(form: FormData): TypedPolicy {
  const sent = sentForm(form);
  const text = (name: PolicyNumber) => {
    const value = sent.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    margin: text("margin"),
    alpha: text("alpha"),
    maxAbortRate: text("maxAbortRate"),
    confidence: text("confidence"),
    requireShownParity: sent.has("requireShownParity"),
  };
}
