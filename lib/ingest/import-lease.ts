import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/db/client";
import type { ImportScope } from "./import-rows";
import type { ImportStop } from "./import-stop";
import type { ImportTiming } from "./import-timing";

/** The right to run one import, as long as it is renewed. */
export type Lease = {
  readonly scope: ImportScope;
  /** Aborted, with an `ImportStop` as its reason, when the import has to end. */
  readonly signal: AbortSignal;
  stop(why: ImportStop): void;
  /** To be called when the import has ended: nothing is renewed any more. */
  release(): Promise<void>;
};

/**
 * Renews the lease of an import that was claimed, on a connection of the pool and never on the import's
 * own, and stops it when somebody cancelled it or another process took it.
 *
 * A beat that the database does not answer changes nothing here: if it stays away, the lease runs out and
 * the end of the import finds no row of its own any more (import-rows.ts).
 */
export function holdLease(
  { sql }: Pick<Database, "sql">,
  scope: ImportScope,
  { leaseMs, beatMs }: ImportTiming,
): Lease {
  const stopping = new AbortController();
  const released = new AbortController();
  const beat = async () => {
    const [row] = await sql<{ cancelled: boolean }[]>`
      update imports set lease_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
      where id = ${scope.importId} and project_id = ${scope.projectId}
        and lease_holder = ${scope.holder} and state in ('running', 'review')
      returning cancel_requested_at is not null as cancelled`;
    if (released.signal.aborted) return;
    if (row === undefined) stopping.abort("lost" satisfies ImportStop);
    else if (row.cancelled) stopping.abort("cancelled" satisfies ImportStop);
  };
  const beating = (async () => {
    for (;;) {
      // Ends by rejection when the lease is released.
      await wait(beatMs, undefined, { signal: released.signal });
      await beat().catch(() => {});
    }
  })().catch(() => {});
  return {
    scope,
    signal: stopping.signal,
    stop: (why) => stopping.abort(why),
    async release() {
      released.abort();
      await beating;
    },
  };
}
