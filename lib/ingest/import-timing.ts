/** So many imports run at once over all processes of a database (security.md E11). */
export const AT_ONCE = 2;
/** A job that was begun so often without coming to an end is given up (security.md E12). */
export const MAX_ATTEMPTS = 2;

/** The clock of import jobs, in milliseconds. Instants are always the database's own. */
export type ImportTiming = {
  /** Who runs an import says for how long he may not be heard of. */
  leaseMs: number;
  /** How often he renews that, and looks whether he is to stop. */
  beatMs: number;
  /** How often a runner looks for work that nobody woke it for. */
  lookMs: number;
  /** For so long it counts that a process said it has what a waiting import is to be read from. */
  vouchMs: number;
  /** A runner leaves uploads that are not in its own folder to the servers that start with it. */
  graceMs: number;
};

export const TIMING: ImportTiming = {
  leaseMs: 30_000,
  beatMs: 1000,
  lookMs: 1000,
  vouchMs: 60_000,
  graceMs: 45_000,
};
