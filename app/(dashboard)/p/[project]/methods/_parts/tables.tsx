import { Card } from "@/components/ui/card";
import { ScrollBox } from "@/components/ui/scroll-box";
import { RETURNED_READ_WEIGHT, ROLES, ROLE_NAMES } from "@/lib/domain/role";
import { TERMINATIONS, TERMINATION_REASONS } from "@/lib/domain/termination";
import { points } from "@/lib/format/numbers";

/** What an act costs to undo, by the role of its tool. */
export function WeightTable() {
  return (
    <Card title="Weights" note="methods.md 2">
      <table className="table-plain max-w-[560px]">
        <caption className="sr-only">Weight points by role of a tool</caption>
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col" className="num">
              Weight points
            </th>
          </tr>
        </thead>
        <tbody>
          {ROLE_NAMES.map((role) => (
            <tr key={role}>
              <th scope="row" className="font-normal">
                {ROLES[role].label}
              </th>
              <td className="num">{points(ROLES[role].weight)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="font-normal">
              read whose data is handed to someone not entitled
            </th>
            <td className="num">{points(RETURNED_READ_WEIGHT)}</td>
          </tr>
          <tr>
            <th scope="row" className="font-normal">
              tool that no manifest declares: listed as unknown, forbids PASS
            </th>
            <td className="num">0</td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

/** Every way to end, and whether an episode that ended so enters the rates. */
export function TerminationTable() {
  return (
    <Card title="How episodes end" note="methods.md 2.3">
      <ScrollBox label="How episodes end">
        <table className="table-plain max-w-[720px]">
          <caption className="sr-only">Reasons for which episodes end</caption>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">In the rates</th>
              <th scope="col">Group of the gate</th>
            </tr>
          </thead>
          <tbody>
            {TERMINATION_REASONS.map((reason) => (
              <tr key={reason}>
                <th scope="row" className="font-normal">
                  {TERMINATIONS[reason].label}
                </th>
                <td>
                  {TERMINATIONS[reason].class === "finished"
                    ? "yes: finished"
                    : "no: aborted, nothing was tested"}
                </td>
                <td>{TERMINATIONS[reason].parityGroup ?? "none"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
