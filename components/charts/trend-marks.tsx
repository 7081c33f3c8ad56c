import type { BarShapeProps, ScatterShapeProps } from "recharts";
import { INK } from "./theme";

/** No witness: a dashed outline where a bar would stand, with the word in it. */
export function NotAvailableMark({ x, width, y, height }: BarShapeProps) {
  const [left, top] = [Number(x), Number(y)];
  if (!(height > 0)) return <g />;
  return (
    <g>
      <rect
        x={left}
        y={top}
        width={width}
        height={height}
        fill="none"
        stroke={INK.axis}
        strokeDasharray="3 3"
      />
      <text x={left + Number(width) / 2} y={top + Number(height) / 2 + 4} textAnchor="middle">
        n/a
      </text>
    </g>
  );
}

/** Containment: a dot on its interval, or nothing where it is n/a. */
export function ContainmentMark({ cx, cy }: ScatterShapeProps) {
  return cx === undefined || cy === undefined || Number.isNaN(cy) ? (
    <g />
  ) : (
    <circle cx={cx} cy={cy} r={5} fill={INK.contain} />
  );
}
