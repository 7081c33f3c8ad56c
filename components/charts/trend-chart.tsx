"use client";

import { useId, useSyncExternalStore } from "react";
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  ResponsiveContainer,
  Scatter,
  XAxis,
  YAxis,
} from "recharts";
import { percent } from "@/lib/format/numbers";
import { HatchPattern } from "./hatch";
import { INK } from "./theme";
import { AbortedMark, ContainmentMark, DayAndSetting, NotAvailableMark } from "./trend-marks";
import { weightScale, type TrendPoint } from "./trend-chart.model";

const MARGIN = { top: 18, right: 12, bottom: 0, left: 0 };
const AXIS = 52;
const TICK = { fill: INK.faint, fontSize: 11 };

/**
 * Damage and exposure stacked on one scale, containment on its own scale below: no axis is shared by two
 * units. The chart is drawn in the browser alone, where its size is known; without script the frame's
 * table has the data.
 */
export function TrendChart({
  points,
  whiskers,
}: {
  points: readonly TrendPoint[];
  /** What the lower panel shows, with the level of its intervals. */
  whiskers: string;
}) {
  const inBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  const hatch = useId();
  if (!inBrowser) return <div className="h-[316px]" />;
  const scale = weightScale(points);
  const data = points.map((point) => ({
    ...point,
    missing: point.damage === null ? (scale.at(-1) ?? 1) * 0.3 : null,
  }));
  return (
    <div aria-hidden="true">
      <p className="pl-[52px] text-[11px] text-ink-3">weight points per weighable episode</p>
      <ResponsiveContainer width="100%" height={190}>
        <ComposedChart data={data} margin={MARGIN} barCategoryGap="34%" accessibilityLayer={false}>
          <HatchPattern id={hatch} />
          <CartesianGrid vertical={false} stroke={INK.grid} />
          <XAxis
            dataKey="key"
            height={14}
            tickLine={false}
            stroke={INK.axis}
            interval={0}
            tick={<AbortedMark points={points} hatch={hatch} />}
          />
          <YAxis
            width={AXIS}
            tick={TICK}
            axisLine={false}
            tickLine={false}
            tickFormatter={(value: number) => value.toFixed(2)}
            domain={[0, scale.at(-1) ?? 1]}
            ticks={scale}
          />
          <Bar dataKey="damage" stackId="weight" fill={INK.damage} isAnimationActive={false} />
          <Bar dataKey="exposure" stackId="weight" fill={INK.exposure} isAnimationActive={false} />
          <Bar
            dataKey="missing"
            stackId="weight"
            shape={NotAvailableMark}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
      <p className="pl-[52px] text-[11px] text-ink-3">{whiskers}</p>
      <ResponsiveContainer width="100%" height={126}>
        <ComposedChart data={data} margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke={INK.grid} />
          <XAxis
            dataKey="key"
            height={46}
            axisLine={false}
            tickLine={false}
            tick={<DayAndSetting points={points} />}
          />
          <YAxis
            width={AXIS}
            tick={TICK}
            domain={[0, 1]}
            ticks={[0, 0.5, 1]}
            axisLine={false}
            tickLine={false}
            tickFormatter={(value: number) => percent(value, 0)}
          />
          <Bar
            dataKey="limits"
            barSize={2}
            fill={INK.contain}
            fillOpacity={0.6}
            isAnimationActive={false}
          />
          <Scatter
            dataKey="containment"
            shape={<ContainmentMark points={points} />}
            isAnimationActive={false}
          >
            <LabelList
              dataKey="containment"
              position="right"
              offset={8}
              fill={INK.containText}
              formatter={(value) => (typeof value === "number" ? percent(value, 0) : "")}
            />
          </Scatter>
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function subscribeToNothing(): () => void {
  return () => {};
}
