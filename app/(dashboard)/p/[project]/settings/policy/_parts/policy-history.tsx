import { DataName, DataText } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { PolicyVersion } from "@/db/queries/policies";
import {
  POLICY_NUMBER_NAMES,
  POLICY_NUMBERS,
  policyWord,
  STRICT_PARITY,
  strictWord,
} from "@/lib/domain/policy-fields";
import { instant } from "@/lib/format/time";

/** Every version of the policy: what held from when, by whom and why. */
export function PolicyHistory({ versions }: { versions: readonly PolicyVersion[] }) {
  return (
    <ScrollBox label="Versions of the policy">
      <table className="table-plain">
        <caption className="sr-only">Versions of the policy, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            {POLICY_NUMBER_NAMES.map((name) => (
              <th key={name} scope="col">
                {POLICY_NUMBERS[name].label}
              </th>
            ))}
            <th scope="col">{STRICT_PARITY.label}</th>
            <th scope="col">Since</th>
            <th scope="col">By</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ policy, at, by, reason }, no) => (
            <tr key={policy.version}>
              <th scope="row" className="font-normal whitespace-nowrap">
                {policy.version}
                {no === 0 ? <span className="text-xs text-ink-3"> in force</span> : null}
              </th>
              {POLICY_NUMBER_NAMES.map((name) => (
                <td key={name} className="whitespace-nowrap tabular-nums">
                  {policyWord(policy, name)}
                </td>
              ))}
              <td>{strictWord(policy)}</td>
              <td className="whitespace-nowrap text-ink-2">{instant(at)}</td>
              <td>{by === null ? <NotSaid version={policy.version} /> : <DataName text={by} />}</td>
              <td className="min-w-[220px]">
                {reason === null ? (
                  <NotSaid version={policy.version} />
                ) : (
                  <DataText text={reason} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function NotSaid({ version }: { version: number }) {
  return (
    <span className="text-ink-3">{version === 1 ? "came with the project" : "not recorded"}</span>
  );
}
