import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import { integer, outOf, points } from "@/lib/format/numbers";
import type { Coverage } from "@/lib/reports/coverage";

/** Rows that a page lists at once; the rest is folded away. */
const FIRST = 8;

/** Which tools and parameters the attacks aim at, and the weights that nothing exercised. */
export function CoverageCard({ coverage }: { coverage: Coverage }) {
  const { pairs, idle, none } = coverage;
  const covered = pairs.filter(({ finished }) => finished > 0).length;
  const first = pairs.slice(0, FIRST);
  const rest = pairs.slice(FIRST);
  return (
    <Card
      title="What was put to the test"
      note={none === null ? `${outOf(covered, pairs.length)} tool and parameter pairs` : undefined}
    >
      {none === null ? (
        <>
          <Pairs pairs={first} label="Tool and parameter pairs, untested first" />
          {rest.length === 0 ? null : (
            <details className="mt-1 text-[13px]">
              <summary className="text-ink-2">{integer(rest.length)} more pairs</summary>
              <Pairs pairs={rest} label="More tool and parameter pairs" />
            </details>
          )}
        </>
      ) : (
        <p className="text-[13px] text-ink-2">Tool and parameter pairs: n/a · {none}</p>
      )}
      <h3 className="mt-4 text-[13px]">Weights declared, never exercised</h3>
      {idle.length === 0 ? (
        <p className="text-[13px] text-ink-2">
          None: every role that is declared had a call in an attack case.
        </p>
      ) : (
        <ul className="mt-1 grid gap-1 text-[13px]">
          {idle.map(({ role, weight, tools }) => (
            <li key={role}>
              {role}, weight {points(weight)}:{" "}
              {tools.slice(0, FIRST).map((tool, index) => (
                <span key={tool}>
                  {index === 0 ? "" : ", "}
                  <DataName text={tool} mono />
                </span>
              ))}
              {tools.length > FIRST ? ` and ${integer(tools.length - FIRST)} more` : ""}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Pairs({ pairs, label }: { pairs: Coverage["pairs"]; label: string }) {
  return (
    <ScrollBox label={label}>
      <table className="table-plain">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Tool and parameter</th>
            <th scope="col">Role</th>
            <th scope="col" className="num">
              Cases
            </th>
            <th scope="col" className="num">
              Finished
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ tool, parameter, role, cases, finished }) => (
            <tr key={JSON.stringify([tool, parameter])}>
              <th scope="row" className="font-normal">
                <DataName text={`${tool} · ${parameter}`} mono />
              </th>
              <td>{role}</td>
              <td className="num">{integer(cases)}</td>
              <td className="num">{finished === 0 ? "0, not tested" : integer(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
