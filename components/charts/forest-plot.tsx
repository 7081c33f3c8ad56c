import { DataName } from "@/components/ui/data-text";
import { Sentence } from "@/components/ui/sentence";
import { ChartFrame } from "./chart-frame";
import {
  forestPanels,
  forestTable,
  type ForestDifference,
  type ForestPanel,
  type ForestRow,
} from "./forest-plot.model";
import { INK } from "./theme";

/** Differences with their intervals along an axis around zero. For open comparisons only. */
export function ForestPlot({
  title,
  definition,
  n,
  rule,
  differences,
}: {
  title: string;
  definition: string;
  n: string;
  /** The rule that attributes the calls behind what is drawn, in words; absent where the record does. */
  rule?: string | undefined;
  differences: readonly ForestDifference[];
}) {
  return (
    <ChartFrame
      title={title}
      definition={definition}
      n={n}
      rule={rule}
      state={
        differences.length === 0
          ? { kind: "empty", reason: "no figure is known in both arms" }
          : { kind: "ready" }
      }
      table={forestTable(differences)}
    >
      <div className="grid gap-4">
        {forestPanels(differences).map((panel) => (
          <Panel key={panel.key} panel={panel} />
        ))}
      </div>
    </ChartFrame>
  );
}

/** Name, axis and reading stand under each other; on a telephone the axis has a line of its own. */
const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[minmax(110px,22%)_minmax(0,1fr)_minmax(110px,20%)]";
const AXIS = "col-span-2 sm:col-span-1 sm:col-start-2";

function Panel({ panel }: { panel: ForestPanel }) {
  return (
    <div className="min-w-0 text-xs">
      <ul>
        {panel.rows.map((row) => (
          <li key={row.label} className={`${ROW} py-1 sm:py-0`}>
            <span className="min-w-0 text-ink-2 sm:row-start-1">
              <DataName text={row.label} />
            </span>
            <span className="text-right sm:col-start-3 sm:row-start-1">
              <b
                className={`${row.tone === "open" ? "font-normal" : "font-semibold"} ${TEXT[row.tone]}`}
              >
                <Sentence text={row.word} />
              </b>
            </span>
            <div className={`${AXIS} sm:row-start-1`}>
              <Line row={row} zero={panel.zero} />
              <span className="sr-only">
                {row.figure}, {row.limits}
                {row.interval?.leavesLow === true || row.interval?.leavesHigh === true
                  ? ", the interval leaves the frame"
                  : ""}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className={ROW}>
        <div className={AXIS}>
          <svg width="100%" height="18" className="block overflow-visible">
            {panel.ticks.map((tick) => (
              <text key={tick.label} x={`${tick.at * 100}%`} y="14" textAnchor="middle">
                {tick.label}
              </text>
            ))}
          </svg>
          <p className="flex justify-between text-ink-3">
            <span>← {panel.ends.low}</span>
            <span>{panel.ends.high} →</span>
          </p>
        </div>
      </div>
    </div>
  );
}

function Line({ row, zero }: { row: ForestRow; zero: number }) {
  const ink = MARK[row.tone];
  return (
    <svg width="100%" height="26" aria-hidden="true" className="block overflow-visible">
      <line x1="0" x2="100%" y1="25.5" y2="25.5" stroke={INK.grid} />
      <line
        x1={`${zero * 100}%`}
        x2={`${zero * 100}%`}
        y2="26"
        stroke={INK.axis}
        strokeDasharray="2 3"
      />
      {row.interval === null ? null : (
        <>
          <line
            x1={`${row.interval.from * 100}%`}
            x2={`${row.interval.to * 100}%`}
            y1="13"
            y2="13"
            stroke={ink}
            strokeWidth="2.5"
          />
          {row.interval.leavesLow ? <path d="M7 7 L0 13 L7 19 Z" fill={ink} /> : null}
          {row.interval.leavesHigh ? (
            <svg x="100%" y="0" width="1" height="26" className="overflow-visible">
              <path d="M-7 7 L0 13 L-7 19 Z" fill={ink} />
            </svg>
          ) : null}
        </>
      )}
      {row.tone === "open" ? (
        <circle
          cx={`${row.at * 100}%`}
          cy="13"
          r="4.5"
          fill={INK.panel}
          stroke={ink}
          strokeWidth="2"
        />
      ) : (
        <circle cx={`${row.at * 100}%`} cy="13" r="5" fill={ink} />
      )}
    </svg>
  );
}

const MARK = { better: INK.good, worse: INK.bad, open: INK.label } as const;
const TEXT = {
  better: "text-ok",
  worse: "text-damage-ink",
  open: "text-ink-2",
} as const;
