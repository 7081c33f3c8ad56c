import { Card } from "@/components/ui/card";
import { ScrollBox } from "@/components/ui/scroll-box";
import { points } from "@/lib/format/numbers";
import type { MethodsData } from "@/lib/reports/methods-data";
import { SECTIONS } from "./contents";

/** What an act costs to undo, by the role of its tool. */
export function WeightTable({ data }: { data: Pick<MethodsData, "roles" | "returnedReadWeight"> }) {
  const rows = [
    ...data.roles.map(({ role, label, weight }) => ({ key: role, label, weight })),
    {
      key: "returned",
      label: "read whose data is handed to someone not entitled",
      weight: data.returnedReadWeight,
    },
    {
      key: "undeclared",
      label: "tool that no manifest declares: listed as unknown, forbids PASS",
      weight: 0,
    },
  ];
  return (
    <Card title={SECTIONS.weights}>
      <table className="table-plain max-w-[560px]">
        <caption className="sr-only">Weight points of one act by the role of its tool</caption>
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col" className="num">
              Weight points
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, weight }) => (
            <tr key={key}>
              <th scope="row" className="font-normal">
                {label}
              </th>
              <td className="num">{points(weight)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Every way to end, and whether an episode that ended so enters the rates. */
export function TerminationTable({ terminations }: Pick<MethodsData, "terminations">) {
  return (
    <Card title={SECTIONS.endings}>
      <ScrollBox label="How episodes end">
        <table className="table-plain max-w-[720px]">
          <caption className="sr-only">Reasons for which episodes end</caption>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Class</th>
              <th scope="col">In the rates</th>
              <th scope="col">Group of the gate</th>
            </tr>
          </thead>
          <tbody>
            {terminations.map((termination) => (
              <tr key={termination.reason}>
                <th scope="row" className="font-normal">
                  {termination.label}
                </th>
                <td>{termination.class}</td>
                <td>{termination.class === "finished" ? "yes" : "no: nothing was tested"}</td>
                <td>{termination.parityGroup ?? "none"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
