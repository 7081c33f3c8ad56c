import { AdminsOnly } from "../../_parts/admins-only";
import { Fact, Facts } from "@/components/ui/facts";
import type { Policy } from "@/lib/domain/policy";
import {
  POLICY_NUMBER_NAMES,
  POLICY_NUMBERS,
  policyWord,
  STRICT_PARITY,
  strictWord,
} from "@/lib/domain/policy-fields";

/** The policy for whoever may read it and not change it. */
export function PolicyFacts({ policy }: { policy: Policy }) {
  return (
    <>
      <Facts>
        {POLICY_NUMBER_NAMES.map((name) => (
          <Fact key={name} name={POLICY_NUMBERS[name].label}>
            {policyWord(policy, name)}
          </Fact>
        ))}
        <Fact name={STRICT_PARITY.label}>{strictWord(policy)}</Fact>
      </Facts>
      <AdminsOnly />
    </>
  );
}
