import { NotAvailable } from "@/components/ui/not-available";
import { ScrollBox } from "@/components/ui/scroll-box";
import { dollars, hours, integer } from "@/lib/format/numbers";
import type { PlanRow } from "@/lib/reports/make-plan";

/** Each question with what it asks for: cases, episodes, cost and time. */
export function PlanTable({ rows }: { rows: readonly PlanRow[] }) {
  return (
    <ScrollBox label="The plan as a table">
      <table className="table-plain">
        <caption className="sr-only">Cases, episodes, cost and time for each question</caption>
        <thead>
          <tr>
            <th scope="col">To say</th>
            {["Episodes", "Cases to start", "Of them to finish", "Arms", "Cost", "Time"].map(
              (head) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.question}>
              <th scope="row" className="max-w-[46ch] min-w-[18ch] font-normal">
                {row.question}
              </th>
              <td className="num font-semibold">{integer(row.episodes)}</td>
              <td className="num">{integer(row.cases)}</td>
              <td className="num">{integer(row.finishedCases)}</td>
              <td className="num">{row.arms}</td>
              <td className="num">
                {row.costUsd === null ? (
                  <NotAvailable reason="no cost of an episode is given" short />
                ) : (
                  dollars(row.costUsd)
                )}
              </td>
              <td className="num">
                {row.hours === null ? (
                  <NotAvailable reason="no time of an episode is given" short />
                ) : (
                  hours(row.hours)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
