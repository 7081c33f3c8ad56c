import type { SecurityRow } from "./security-row";

/** Group A: the integrity of evidence. */
export const INTEGRITY_ROWS: readonly SecurityRow[] = [
  {
    row: "A1",
    promise: "A stored record is the bytes that came in",
    bar: "10,000 of 10,000 generated records have the same SHA-256, no loss without a flag",
  },
  {
    row: "A2",
    promise: "Whatever is changed after sealing is found",
    bar: "8 kinds of change × 100 places by a superuser, 800 found; 0 false alarms in 1,000",
  },
  {
    row: "A3",
    promise: "One episode is proved without the others",
    bar: "at most 320 B at 1,000 and 544 B at 100,000 episodes; verifier under 150 lines; every changed bit refused",
  },
  {
    row: "A4",
    promise: "What a checkpoint says cannot be rewritten",
    bar: "consistency between any two of 100 signed checkpoints; a rolled-back database is told; another history of the database, its checkpoints deleted, is not signed",
  },
  {
    row: "A5",
    promise: "Proofs are cheap",
    bar: "at most 10 % of an import; 20,000 episodes/s of 4 KB verified; a tree of 100,000 in 2 s",
    open: "noted, not asserted, since times fall with whatever else the machine does; npm run bench:verify, which imports with and without digests in one run, showed 2.9 % of an import and 20,853 episodes/s by processor time at load 7",
  },
  {
    row: "A6",
    promise: "The application cannot change evidence",
    bar: "6 of 6 statements refused with 42501; no update in the tables' statistics",
    open: "two functions of the database change rows: one completes a campaign before it is sealed, one empties records when their content is dropped, which the log tells",
  },
  {
    row: "A7",
    promise: "A correction is a new row beside the original",
    bar: "the original stays readable; published rates recomputed without drift",
  },
  {
    row: "A8",
    promise: "The audit log is whole and chained",
    bar: "1 row a change in its transaction, 0 for one rolled back; 16 writers × 1,000 rows without a fork; no secret",
    open: "what the server refuses before anything is known of who asks (another host's name, a change that a foreign page asks for) stands in its log only",
  },
  {
    row: "A9",
    promise: "A deletion leaves a trace",
    bar: "a tombstone with root, count, who, when, why; verification says deleted, not corrupt",
  },
];
