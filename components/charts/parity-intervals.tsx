import { percent, points } from "@/lib/format/numbers";
import type { GateFinding, ParityGate } from "@/lib/metrics/parity-gate";
import { ChartFrame } from "./chart-frame";
import {
  parityChart,
  parityTable,
  type ParityChart,
  type ParityRow,
} from "./parity-intervals.model";
import { INK } from "./theme";

/** The evidence of the gate: how far the arms' abort rates are apart, against what is allowed. */
export function ParityIntervals({ gate }: { gate: ParityGate }) {
  const chart = parityChart(gate);
  const level = percent(1 - 2 * gate.policy.alpha, 0);
  return (
    <ChartFrame
      title="Abort rate, candidate − baseline"
      definition={`Difference in points with its ${level} interval; allowed is ± ${points(gate.policy.margin * 100)} points.`}
      n={`${gate.cases} cases run in both arms.`}
      legend={[{ swatch: "allowed", label: "allowed" }]}
      state={
        chart.rows.length === 0
          ? { kind: "empty", reason: "an arm aborted everywhere, or the arms share no case" }
          : { kind: "ready" }
      }
      table={parityTable(gate)}
    >
      <ul className="text-xs">
        {chart.rows.map((row) => (
          <li key={row.label} className={ROW}>
            <span className="whitespace-nowrap text-ink-2">
              {row.label}
              <span className="sr-only">: {row.counts}, </span>
            </span>
            <Line row={row} chart={chart} />
            <b className={`text-right font-semibold whitespace-nowrap ${TEXT[row.state]}`}>
              {row.finding}
            </b>
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className={ROW}>
        <span />
        <svg width="100%" height="20" className="block overflow-visible">
          {chart.ticks.map((tick) => (
            <text
              key={tick.label}
              x={`${tick.at * 100}%`}
              y="15"
              textAnchor="middle"
              className={tick.close ? "max-sm:hidden" : undefined}
            >
              {tick.label}
            </text>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

/** Name, axis and finding stand under each other in every row. */
const ROW = "grid grid-cols-[70px_minmax(0,1fr)_72px] items-center gap-x-3";

function Line({ row, chart }: { row: ParityRow; chart: ParityChart }) {
  const ink = MARK[row.state];
  return (
    <svg width="100%" height="28" aria-hidden="true" className="block">
      <rect
        x={`${chart.band.from * 100}%`}
        width={`${(chart.band.to - chart.band.from) * 100}%`}
        height="28"
        fill={INK.allowed}
      />
      <line
        x1={`${chart.zero * 100}%`}
        x2={`${chart.zero * 100}%`}
        y2="28"
        stroke={INK.axis}
        strokeDasharray="2 3"
      />
      {row.interval === null ? null : (
        <line
          x1={`${row.interval.from * 100}%`}
          x2={`${row.interval.to * 100}%`}
          y1="14"
          y2="14"
          stroke={ink}
          strokeWidth="2.5"
        />
      )}
      <circle cx={`${row.at * 100}%`} cy="14" r="4.5" fill={ink} />
    </svg>
  );
}

const MARK: Record<GateFinding, string> = { ok: INK.good, bad: INK.bad, unclear: INK.open };
const TEXT: Record<GateFinding, string> = {
  ok: "text-ok",
  bad: "text-damage-ink",
  unclear: "text-exposure-ink",
};
