import type { Delta } from "./comparison-report";

/** Whether a difference's interval holds zero; null where it has no interval. */
export function holdsZero({ interval }: Pick<Delta, "interval">): boolean | null {
  return interval === null ? null : interval.lo <= 0 && interval.hi >= 0;
}

/**
 * What may be said when nothing stands out: that every interval holds zero, which is neither a change
 * shown nor one ruled out (methods.md 6). Null when an interval lies off zero, or a difference has none.
 */
export function intervalsSentence(metrics: readonly Pick<Delta, "interval">[]): string | null {
  if (metrics.length === 0 || !metrics.every((delta) => holdsZero(delta) === true)) return null;
  return "The interval of every difference holds zero: no change is shown, and none is ruled out.";
}
