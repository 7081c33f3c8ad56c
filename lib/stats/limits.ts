/** Two limits of an interval, on the scale of what they bound. */
export type Limits = { lo: number; hi: number };

/** A difference, first minus second, between its limits. */
export type DifferenceLimits = Limits & { diff: number };
