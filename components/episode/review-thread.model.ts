/** What of an annotation its place in the thread depends on. */
type Placed = { id: string; kind: "note" | "dispute" | "resolution"; resolves: string | null };

/** An annotation with the resolution that settles it, where it is a dispute and one does. */
export type ThreadEntry<Entry extends Placed> = { entry: Entry; settledBy: Entry | null };

/** Notes and disputes in their order, each dispute with its resolution under it, and how many are open. */
export function reviewThread<Entry extends Placed>(
  entries: readonly Entry[],
): { thread: ThreadEntry<Entry>[]; disputes: number; open: number } {
  const settling = new Map(
    entries.flatMap((entry) =>
      entry.kind === "resolution" && entry.resolves !== null
        ? [[entry.resolves, entry] as const]
        : [],
    ),
  );
  const thread = entries
    .filter((entry) => entry.kind !== "resolution")
    .map((entry) => ({ entry, settledBy: settling.get(entry.id) ?? null }));
  const disputes = thread.filter(({ entry }) => entry.kind === "dispute");
  return {
    thread,
    disputes: disputes.length,
    open: disputes.filter(({ settledBy }) => settledBy === null).length,
  };
}
