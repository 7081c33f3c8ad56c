import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/db/client";
import { newId } from "@/db/schema/columns";
import { settleAbandoned } from "./abandoned-imports";
import { isConnectionLoss } from "./database-fault";
import { claimImport, claimPreview, vouchFor, type Claim } from "./import-claim";
import { holdLease, type Lease } from "./import-lease";
import { TIMING, type ImportTiming } from "./import-timing";
import { runJob, runPreview, type PreviewOf } from "./run-job";
import { deleteSpent, deleteUnknown, listSpools } from "./upload/spent-uploads";

export type ImportRunner = {
  /** Fulfilled after the first look: uploads that broke off are gone, and new ones may be received. */
  readonly ready: Promise<void>;
  /** Ends when what runs has been given back, for the next start to go on with. */
  stop(): Promise<void>;
};

export type RunnerOptions = {
  /** Whose uploads it reads. No other process may have the same folder. */
  dataDir: string;
  log: (line: string) => void;
  /** How to look at an upload before it is imported. */
  preview: PreviewOf;
  timing?: Partial<ImportTiming>;
  /** Uploads may be on their way: what no import knows yet stays. */
  isReceiving?: boolean;
  /**
   * Called once when the database went away under it; from then on it begins nothing. The driver (postgres
   * 3.4.9) keeps what was under way on a connection that broke, an error or bytes, and hands it to whoever
   * the connection is opened for again: whoever goes on does so by a runner on a pool of its own.
   */
  onLost?: () => void;
};

/** One for the process, whichever bundle asks: Next evaluates its modules apart from the start script's. */
const holder: typeof globalThis & { aftermathWakeImports?: Set<() => void> } = globalThis;

/** Makes the runners of this server look for work now rather than with their next look. */
export function wake(): void {
  for (const one of holder.aftermathWakeImports ?? []) one();
}

/** Has `ring` called with every `wake`. @returns what ends that */
export function onWake(ring: () => void): () => void {
  const rings = (holder.aftermathWakeImports ??= new Set());
  rings.add(ring);
  return () => void rings.delete(ring);
}

/**
 * Reads the uploads of a data folder, each in its turn, until it is stopped: at most two imports at once
 * over all processes of the database, the oldest first. Settles what other processes left behind.
 *
 * Its pool is its own: beside the two imports' connections it needs two for what it notes meanwhile.
 */
export function startRunner(database: Database, options: RunnerOptions): ImportRunner {
  const timing = { ...TIMING, ...options.timing };
  const running = new Map<Lease, Promise<void>>();
  const stopping = new AbortController();
  let alarm = new AbortController();
  const ring = () => alarm.abort();
  const unsubscribe = onWake(ring);
  const { onLost } = options;
  const lose = () => {
    if (onLost === undefined || stopping.signal.aborted) return;
    stopping.abort();
    unsubscribe();
    ring();
    onLost();
  };

  const begin = (claim: Claim, work: typeof runJob) => {
    const lease = holdLease(database, claim, timing);
    const job = work(database, { claim, lease, ...options, onLost: lose }).finally(() => {
      running.delete(lease);
      ring();
    });
    running.set(lease, job);
  };
  const look = createLook(database, options, timing, (claim, work) => {
    begin(claim, work);
    return !stopping.signal.aborted;
  });
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => (tellReady = resolve));
  const looking = (async () => {
    let fault = "";
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      try {
        await look();
        fault = "";
      } catch (error) {
        const words = faultCode(error);
        if (words !== fault)
          options.log(`Imports wait, because the database does not answer (${words}).`);
        fault = words;
        if (isConnectionLoss(error)) lose();
      }
      tellReady();
      await wait(timing.lookMs, undefined, { signal: alarm.signal }).catch(() => {});
    }
  })();
  return {
    ready,
    async stop() {
      stopping.abort();
      unsubscribe();
      ring();
      await looking;
      for (const lease of running.keys()) lease.stop("parked");
      await Promise.all(running.values());
    },
  };
}

/** One look for work; `begin` says whether there may be more. */
function createLook(
  { sql }: Database,
  { dataDir, log, isReceiving = false }: RunnerOptions,
  timing: ImportTiming,
  begin: (claim: Claim, work: typeof runJob) => boolean,
): () => Promise<void> {
  const holderId = newId();
  const startedAt = performance.now();
  let restarted = true;
  return async () => {
    const spools = await listSpools(dataDir);
    const failMissing = performance.now() - startedAt >= timing.graceMs;
    const settled = await settleAbandoned(sql, { spools, timing, restarted, failMissing });
    if (settled.resumed > 0)
      log(`Imports that a stopped process left unfinished, begun again: ${settled.resumed}.`);
    if (settled.ended > 0)
      log(`Imports that a stopped process left unfinished, now ended: ${settled.ended}.`);
    if (settled.unstarted > 0)
      log(`Uploads that nobody started within a week, deleted: ${settled.unstarted}.`);
    await vouchFor(sql, { spools }, timing);
    if (restarted && !isReceiving) await deleteUnknown(sql, dataDir, spools);
    restarted = false;
    await deleteSpent(sql, dataDir, spools);
    for (;;) {
      const claim = await claimImport(sql, holderId, { spools }, timing);
      if (claim === null || !begin(claim, runJob)) break;
    }
    const preview = await claimPreview(sql, holderId, spools, timing);
    if (preview !== null) begin(preview, runPreview);
  };
}

/** What kind of fault it is, and nothing that it quotes: a statement has names and texts in it. */
function faultCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error ? String(error.code) : error.name;
}
