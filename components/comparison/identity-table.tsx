import { DataName } from "@/components/ui/data-text";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { Decomposition, IdentityRow } from "@/lib/reports/comparison-report";
import { identityLines, type IdentityLine } from "./identity-table.model";

/** Which tools or attacks the fall came from. Its rows add up to the last one, which is the whole. */
export function IdentityTable({
  name,
  rows,
  whole,
}: {
  name: "tool" | "attack";
  rows: readonly IdentityRow[];
  whole: Decomposition;
}) {
  if (rows.length === 0) return null;
  const lines = identityLines(rows, whole);
  return (
    <div className="min-w-0">
      {/* A box of its own: on paper a heading stays with what follows, and so would all that is beside it. */}
      <div>
        <h3>By {name}</h3>
        <p className="text-xs text-ink-3">
          Damage and exposure in points, baseline → candidate; the drop in points per episode.
        </p>
      </div>
      <ScrollBox label={`The fall of damage by ${name}`}>
        <table className="table-plain">
          <caption className="sr-only">
            The fall of damage by {name}; rows add up to the last
          </caption>
          <thead>
            <tr>
              <th scope="col">{name === "tool" ? "Tool" : "Attack"}</th>
              {["Damage", "Exposure", "Drop", "= by rule", "+ never tried"].map((column) => (
                <th key={column} scope="col" className="num">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.parts.map((line) => (
              <tr key={line.name}>
                <th scope="row" className="font-normal">
                  <DataName text={line.name} mono={name === "tool"} />
                </th>
                <Cells line={line} />
              </tr>
            ))}
          </tbody>
          <tfoot className="border-t border-line font-semibold [&_td]:border-b-0">
            <tr>
              <th scope="row" className="text-[13px]">
                {lines.whole.name}
              </th>
              <Cells line={lines.whole} />
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
    </div>
  );
}

function Cells({ line }: { line: IdentityLine }) {
  return [line.damage, line.exposure, line.drop, line.stoppedByRule, line.neverTried].map(
    (cell, index) => (
      <td key={index} className="num">
        {cell}
      </td>
    ),
  );
}
