"use client";

import { fixed, percent } from "@/lib/format/numbers";
import { ChartFrame } from "./chart-frame";
import styles from "./trend-chart.module.css";
import type { TrendPanel } from "./trend-chart.model";
import { TrendColumn } from "./trend-column";

/** Tops of the two plots and their heights in pixels, as trend-chart.module.css has them. */
const WEIGHTS = { top: 18, height: 168 };
const CONTAINMENT = { top: 18 + 169 + 12 + 20, height: 76 };

/**
 * One target over time. Damage and exposure share one scale, containment stands on its own below, and both
 * on one axis of arms. Drawn in plain boxes, which need no script and print as they are; a part of the client
 * all the same, so that its panel travels once, as data, and not again as a tree of elements.
 */
export function TrendChart({
  panel,
  title,
  rule,
}: {
  panel: TrendPanel;
  title: string;
  /** The rule that attributes calls of some of these arms, in words. */
  rule?: string | undefined;
}) {
  const heights = heightsOf(panel);
  return (
    <ChartFrame
      title={title}
      definition="What ran and hurt, and what a rule stopped, per weighable episode. The two are stacked to show both and never added up; containment is the stopped share, on a scale of its own."
      n={countWords(panel)}
      legend={[
        { swatch: "damage", label: "Damage (IDR)" },
        { swatch: "exposure", label: "Exposure (EXR)" },
        { swatch: "containment", label: "Containment" },
        { swatch: "aborted", label: "Aborted, share of started" },
        { swatch: "not available", label: "n/a" },
      ]}
      state={panel.state}
      table={panel.table}
      rule={rule}
    >
      <div className={styles["scroller"]} aria-hidden="true">
        <div className={styles["frame"]}>
          <svg className={styles["axis"]}>
            {heights.map(({ key, label, y }) => (
              <text key={key} x="38" y={y + LABEL_BASELINE}>
                {label}
              </text>
            ))}
          </svg>
          <div className={styles["plot"]}>
            <svg className={styles["lines"]}>
              {heights.slice(1).map(({ key, y }) => (
                <rect key={key} y={y} width="100%" height="1" />
              ))}
            </svg>
            {panel.points.map((point) => (
              <TrendColumn key={point.key} point={point} />
            ))}
          </div>
        </div>
      </div>
      <p className="text-xs text-ink-3">
        Upper scale: weight points per weighable episode. Lower scale: containment. Thin lines:{" "}
        {panel.level} of damage, beside its bar, and of containment; a point at its end says that it
        goes beyond the scale. A dashed line marks another version of a guardrail.
      </p>
    </ChartFrame>
  );
}

/** A label of 11 pixels stands in the middle of its height. */
const LABEL_BASELINE = 4;
const SHARES = [0, 0.5, 1] as const;

/** The ticks of both scales, the zero of the weights first, in pixels from the top. */
function heightsOf({ scale }: TrendPanel): { key: string; label: string; y: number }[] {
  const most = scale.at(-1) ?? 1;
  return [
    ...scale.map((value) => ({
      key: `weight ${value}`,
      label: fixed(value, 2),
      y: heightOf(WEIGHTS, value / most),
    })),
    ...SHARES.map((value) => ({
      key: `share ${value}`,
      label: percent(value, 0),
      y: heightOf(CONTAINMENT, value),
    })),
  ];
}

function heightOf({ top, height }: typeof WEIGHTS, share: number): number {
  return top + height * (1 - share);
}

function countWords({ arms, points }: TrendPanel): string {
  const all = `${arms} ${arms === 1 ? "arm" : "arms"}`;
  return points.length === arms ? `${all}.` : `${all}, the last ${points.length} drawn.`;
}
