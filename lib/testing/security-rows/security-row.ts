/** One promise of docs/security.md: what is promised, and the figure at which it counts as kept. */
export type SecurityRow = {
  row: string;
  promise: string;
  bar: string;
  /** What of it no test shows yet, and why; a row without it has to have a test. */
  open?: string;
};
