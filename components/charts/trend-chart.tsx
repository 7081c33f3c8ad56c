import { percent } from "@/lib/format/numbers";
import { ChartFrame } from "./chart-frame";
import styles from "./trend-chart.module.css";
import type { TrendPanel } from "./trend-chart.model";
import { TrendColumn } from "./trend-column";

/** Tops of the two plots and their heights in pixels, as trend-chart.module.css has them. */
const WEIGHTS = { top: 18, height: 168 };
const CONTAINMENT = { top: 18 + 169 + 12 + 20, height: 76 };

/**
 * One target over time. Damage and exposure share one scale, containment stands on its own below, and both
 * on one axis of arms. Drawn by the server in plain boxes: it needs no script and prints as it is.
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
        <div className={styles["frame"]} style={{ width: `max(100%, ${leastWidth(panel)}px)` }}>
          <div className={styles["axis"]}>
            {panel.scale.map((value) => (
              <span key={value} style={{ top: topOf(WEIGHTS, value / (panel.scale.at(-1) ?? 1)) }}>
                {value.toFixed(2)}
              </span>
            ))}
            {SHARES.map((value) => (
              <span key={`of ${value}`} style={{ top: topOf(CONTAINMENT, value) }}>
                {percent(value, 0)}
              </span>
            ))}
          </div>
          <div className={styles["plot"]}>
            <div className={styles["lines"]}>
              {panel.scale.slice(1).map((value) => (
                <i
                  key={value}
                  style={{ top: topOf(WEIGHTS, value / (panel.scale.at(-1) ?? 1), 0) }}
                />
              ))}
              {SHARES.map((value) => (
                <i key={`of ${value}`} style={{ top: topOf(CONTAINMENT, value, 0) }} />
              ))}
            </div>
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

/** The axis, a column an arm, and room for the last label: what trend-chart.module.css needs at least. */
function leastWidth({ points }: TrendPanel): number {
  return 44 + points.length * 54 + 16;
}

const SHARES = [0, 0.5, 1] as const;

/** Where a share of a plot stands, in pixels from the top; a label is moved up by half its line. */
function topOf({ top, height }: typeof WEIGHTS, share: number, lift = 14): string {
  return `${top + height * (1 - share) - lift}px`;
}

function countWords({ arms, points }: TrendPanel): string {
  const all = `${arms} ${arms === 1 ? "arm" : "arms"}`;
  return points.length === arms ? `${all}.` : `${all}, the last ${points.length} drawn.`;
}
