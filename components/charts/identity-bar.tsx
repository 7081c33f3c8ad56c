import type { Decomposition } from "@/lib/reports/comparison-report";
import { ChartFrame } from "./chart-frame";
import { identityBar } from "./identity-bar.model";
import { INK } from "./theme";

/** Where a fall of damage went: what a rule stopped, and what the agent never tried. */
export function IdentityBar({
  decomposition,
  rule,
}: {
  decomposition: Decomposition;
  /** The rule that attributes the calls, in words; absent where the record does. */
  rule?: string | undefined;
}) {
  const bar = identityBar(decomposition);
  return (
    <ChartFrame
      title="Where the fall of damage went"
      definition="Drop = stopped by rule + never tried, in weight points per weighable episode."
      n=""
      rule={rule}
      legend={[
        { swatch: "exposure", label: "stopped by rule" },
        { swatch: "not available", label: "never tried" },
      ]}
      table={{
        columns: ["Part", "Per episode", "Points"],
        rows: bar.rows.map((row) => [row.label, row.perEpisode, row.inPoints]),
      }}
    >
      {bar.parts === null ? null : (
        <svg width="100%" height="26" aria-hidden="true">
          <rect width={`${bar.parts.byRule * 100}%`} height="24" y="1" fill={INK.exposure} />
          <rect
            x={`${bar.parts.byRule * 100}%`}
            y="1"
            width={`${bar.parts.neverTried * 100}%`}
            height="24"
            fill="none"
            stroke={INK.axis}
            strokeDasharray="3 3"
          />
        </svg>
      )}
      <p className="mt-1">{bar.sentence}</p>
      <ul className="mt-1 flex flex-wrap gap-x-6 text-[13px] text-ink-2">
        {bar.rows.map((row) => (
          <li key={row.label}>
            {row.label} <b className="font-semibold text-ink">{row.perEpisode}</b>{" "}
            <span className="text-ink-3">({row.inPoints})</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
