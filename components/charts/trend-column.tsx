import { percent } from "@/lib/format/numbers";
import { INK } from "./theme";
import styles from "./trend-chart.module.css";
import type { TrendPoint, Whisker } from "./trend-chart.model";

/**
 * One arm: its weights, its aborted share, its containment under them, and what it is. Whatever follows
 * from the figures is an attribute of SVG: the page's policy lets no style stand in an element.
 */
export function TrendColumn({ point }: { point: TrendPoint }) {
  return (
    <div className={styles["column"]} title={point.words}>
      <div className={styles["weights"]}>
        <Weights point={point} />
      </div>
      <div className={styles["aborts"]}>
        {point.abortRate ? (
          <div className={styles["strip"]}>
            <svg width={share(point.abortRate)} height="8" className="hatch" />
          </div>
        ) : null}
      </div>
      <div className={styles["containment"]}>
        <Containment point={point} />
      </div>
      <div className={styles["names"]}>
        {point.day}
        <span className="line-clamp-2 font-[560] wrap-anywhere text-ink-2">{point.setting}</span>
      </div>
      {point.change === null ? null : (
        <svg className={styles["change"]} width={share(point.change.columns)}>
          <line x1="0.75" x2="0.75" y2="100%" />
          <text x="6" y="11">
            {point.change.words}
          </text>
        </svg>
      )}
    </div>
  );
}

function Weights({ point }: { point: TrendPoint }) {
  const { damage, damageWhisker } = point;
  if (damage === null) {
    return (
      <div className={styles["none"]}>
        <span>n/a</span>
      </div>
    );
  }
  const exposure = point.exposure ?? 0;
  return (
    <svg className={styles["drawing"]}>
      <rect
        className={styles["bar"]}
        y={share(1 - damage)}
        height={share(damage)}
        fill={INK.damage}
      />
      {exposure === 0 ? null : (
        <rect
          className={styles["bar"]}
          y={share(1 - damage - exposure)}
          height={share(exposure)}
          fill={INK.exposure}
        />
      )}
      {damageWhisker === null ? null : (
        <WhiskerLine whisker={damageWhisker} ink={INK.damage} place="beside" />
      )}
    </svg>
  );
}

function Containment({ point }: { point: TrendPoint }) {
  const { containment, containmentWhisker } = point;
  if (containment === null) {
    return <div className="absolute inset-x-0 top-[40%] text-center">n/a</div>;
  }
  const y = share(1 - containment);
  return (
    <svg className={styles["drawing"]}>
      {containmentWhisker === null ? null : (
        <WhiskerLine whisker={containmentWhisker} ink={INK.contain} place="middle" />
      )}
      <circle cx="50%" cy={y} r="5" fill={INK.contain} />
      <text x="50%" y={y} dx="8" dy="4" className={styles["share"]}>
        {percent(containment, 0)}
      </text>
    </svg>
  );
}

function WhiskerLine({
  whisker,
  ink,
  place,
}: {
  whisker: Whisker;
  ink: string;
  place: "beside" | "middle";
}) {
  const y = share(1 - whisker.to);
  return (
    <g className={styles[place]} opacity="0.7">
      <rect x="-0.75" y={y} width="1.5" height={share(whisker.to - whisker.from)} fill={ink} />
      {whisker.beyond ? (
        <svg y={y} className="overflow-visible">
          <path d="M0-6 4 0H-4Z" fill={ink} />
        </svg>
      ) : null}
    </g>
  );
}

/** To a hundredth of a percent, finer than a pixel. */
function share(of: number): string {
  return `${Math.round(of * 10_000) / 100}%`;
}
