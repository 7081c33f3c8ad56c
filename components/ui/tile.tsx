import Link from "next/link";
import { Sentence } from "@/components/ui/sentence";
import type { Measurement } from "@/lib/domain/measurement";
import { UNITS } from "@/lib/domain/unit";
import { intervalWithLevel, measured } from "@/lib/format/measurement";
import { integer } from "@/lib/format/numbers";
import { ByRule } from "./by-rule";
import type { MetricInfo } from "./metric-info";

/** One metric of one arm: its figure, numerator and denominator in words, interval or the reason for none. */
export function Tile({
  metric,
  measurement,
  href,
}: {
  metric: MetricInfo;
  measurement: Measurement;
  /** The episodes behind the figure. */
  href: string;
}) {
  return (
    <div className="min-w-0 rounded-[10px] border border-line bg-panel px-4 py-3">
      <p className="text-[12.5px] text-ink-2" title={metric.definition}>
        {metric.label}
      </p>
      {measurement.kind === "na" ? (
        <>
          <p className="mt-0.5 inline-block border border-dashed border-field px-2 text-[22px] text-ink-3">
            n/a
          </p>
          <p className="mt-1 text-xs text-ink-3">{measurement.reason}</p>
        </>
      ) : (
        <>
          <p className="mt-0.5 text-[26px] leading-tight font-[640] tracking-[-.02em]">
            {measured(measurement, metric.unit)}{" "}
            <small className="text-xs font-normal tracking-normal text-ink-3">
              {UNITS[metric.unit].scale === "plain" ? UNITS[metric.unit].word : ""}
            </small>
          </p>
          <p className="mt-1 text-xs text-ink-2">
            <Link href={href} prefetch={false} className="text-link underline underline-offset-2">
              {integer(measurement.numerator)} {metric.counts.numerator}
            </Link>{" "}
            of {integer(measurement.denominator)} {metric.counts.denominator}{" "}
            <ByRule rule={measurement.byRule} />
          </p>
          <p className="text-xs text-ink-3">
            {measurement.interval === null
              ? null
              : intervalWithLevel(measurement.interval, metric.unit)}
            {measurement.note === undefined ? null : (
              <span className="block">
                <Sentence text={measurement.note} />
              </span>
            )}
          </p>
        </>
      )}
    </div>
  );
}
