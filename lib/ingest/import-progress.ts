/** How far an import is. Bytes are of the pass that runs: first the fingerprint, then the records. */
export type ImportProgress = {
  phase: "fingerprint" | "records";
  bytesRead: number;
  bytesTotal: number;
  records: number;
  episodes: number;
};

export function startProgress(): ImportProgress {
  return { phase: "fingerprint", bytesRead: 0, bytesTotal: 0, records: 0, episodes: 0 };
}

/**
 * Calls `report` at most once per `everyMs`, and never while the call before is still under way: a slow
 * database then sees fewer reports, not a queue of them. `settled` waits for the last one.
 */
export function throttled(
  report: (progress: ImportProgress) => Promise<void> | void,
  everyMs: number,
): { tell(progress: ImportProgress): void; settled(): Promise<void> } {
  let last = 0;
  let underWay: Promise<void> | null = null;
  return {
    tell(progress) {
      if (underWay !== null || Date.now() - last < everyMs) return;
      last = Date.now();
      underWay = Promise.resolve(report(progress)).finally(() => {
        underWay = null;
      });
      // A failed report must not end the import; `settled` swallows it as well.
      underWay.catch(() => {});
    },
    async settled() {
      await underWay?.catch(() => {});
    },
  };
}
