import { percent } from "@/lib/format/numbers";
import { INK } from "./theme";
import styles from "./trend-chart.module.css";
import type { TrendPoint, Whisker } from "./trend-chart.model";

/** One arm: its weights, its aborted share, its containment under them, and what it is. */
export function TrendColumn({ point }: { point: TrendPoint }) {
  return (
    <div className={styles["column"]} title={point.words}>
      <div className={styles["labels"]} />
      <div className={styles["weights"]}>
        <Weights point={point} />
      </div>
      <div className={styles["aborts"]}>
        {point.abortRate ? (
          <div className={styles["strip"]}>
            <div className="hatch h-full" style={{ width: share(point.abortRate) }} />
          </div>
        ) : null}
      </div>
      <div className={styles["gap"]} />
      <div className={styles["containment"]}>
        <Containment point={point} />
      </div>
      <div className={styles["names"]}>
        {point.day}
        <span className="line-clamp-2 font-[560] wrap-anywhere text-ink-2">{point.setting}</span>
      </div>
      {point.change === null ? null : (
        <div className={styles["change"]} style={{ width: `${point.change.columns * 100}%` }}>
          <span>{point.change.words}</span>
        </div>
      )}
    </div>
  );
}

function Weights({ point }: { point: TrendPoint }) {
  if (point.damage === null) {
    return (
      <div
        className={`${styles["bar"]} grid h-[30%] place-items-center border border-dashed border-field`}
        style={{ bottom: 0 }}
      >
        n/a
      </div>
    );
  }
  return (
    <>
      <div
        className={styles["bar"]}
        style={{ bottom: 0, height: share(point.damage), background: INK.damage }}
      />
      <div
        className={styles["bar"]}
        style={{
          bottom: share(point.damage),
          height: share(point.exposure ?? 0),
          background: INK.exposure,
        }}
      />
      {point.damageWhisker === null ? null : (
        <WhiskerLine
          whisker={point.damageWhisker}
          ink={INK.damage}
          left="calc(50% + min(23%, 24px) + 4px)"
        />
      )}
    </>
  );
}

function Containment({ point }: { point: TrendPoint }) {
  if (point.containment === null) {
    return <div className="absolute inset-x-0 top-[40%] text-center">n/a</div>;
  }
  return (
    <>
      {point.containmentWhisker === null ? null : (
        <WhiskerLine whisker={point.containmentWhisker} ink={INK.contain} left="50%" />
      )}
      <i
        className="absolute left-1/2 size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full"
        style={{ bottom: share(point.containment), background: INK.contain }}
      />
      <span
        className="absolute translate-y-1/2 whitespace-nowrap"
        style={{
          bottom: share(point.containment),
          left: "calc(50% + 8px)",
          color: INK.containText,
        }}
      >
        {percent(point.containment, 0)}
      </span>
    </>
  );
}

function WhiskerLine({ whisker, ink, left }: { whisker: Whisker; ink: string; left: string }) {
  return (
    <i
      className="absolute w-[1.5px] -translate-x-1/2 opacity-70"
      style={{
        left,
        bottom: share(whisker.from),
        height: share(whisker.to - whisker.from),
        background: ink,
      }}
    >
      {whisker.beyond ? (
        <svg width="8" height="6" className="absolute -top-1.5 -left-[3px]">
          <path d="M4 0 8 6H0Z" fill={ink} />
        </svg>
      ) : null}
    </i>
  );
}

function share(of: number): string {
  return `${of * 100}%`;
}
