import type { BarShapeProps } from "recharts";
import { INK } from "./theme";
import type { TrendPoint } from "./trend-chart.model";

/** No witness: a dashed outline where a bar would stand, with the word in it. */
export function NotAvailableMark({ x, width, y, height }: BarShapeProps) {
  if (!(height > 0)) return <g />;
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        fill="none"
        stroke={INK.axis}
        strokeDasharray="3 3"
      />
      <text x={x + width / 2} y={y + height / 2 + 4} textAnchor="middle">
        n/a
      </text>
    </g>
  );
}

/** Containment: a dot on its interval, or the word where it is n/a. */
export function ContainmentMark({
  cx = 0,
  cy = 0,
  index = -1,
  points,
}: {
  cx?: number;
  cy?: number;
  index?: number;
  points: readonly TrendPoint[];
}) {
  const point = points[index];
  if (point === undefined || point.containment === null) return <g />;
  return <circle cx={cx} cy={cy} r={5} fill={INK.contain} />;
}

/** The axis fills in where the mark stands and which point it is. */
type Tick = { x?: number; y?: number; index?: number; points: readonly TrendPoint[] };

/** Half the width of the mark of aborted episodes, in pixels. */
const HALF = 24;

/** Under the axis: the share of the arm's episodes that was aborted, hatched. */
export function AbortedMark({ x = 0, y = 0, index = -1, points, hatch }: Tick & { hatch: string }) {
  const point = points[index];
  if (point === undefined || !point.abortRate) return <g />;
  const place = { x: x - HALF, y: y - 5, height: 7 };
  return (
    <g>
      <rect {...place} width={2 * HALF} fill={INK.panel} stroke={INK.abort} strokeWidth={0.5} />
      <rect {...place} width={2 * HALF * point.abortRate} fill={`url(#${hatch})`} />
    </g>
  );
}

/** Under the lower panel: when the campaign started, and with which guardrail. */
export function DayAndSetting({ x = 0, y = 0, index = -1, points }: Tick) {
  const point = points[index];
  if (point === undefined) return <g />;
  const { day, setting } = point;
  return (
    <text x={x} y={y + 12} textAnchor="middle">
      {day}
      <tspan x={x} dy={15} className="fill-ink-2" fontWeight={560}>
        {setting.length > 16 ? `${setting.slice(0, 15)}…` : setting}
      </tspan>
    </text>
  );
}
