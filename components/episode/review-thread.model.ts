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

/** "disputed", "disputed, settled": what lists and heads say; null for an episode that nobody disputes. */
export function disputeWords(counts: { disputes: number; open: number }): string | null {
  if (counts.disputes === 0) return null;
  return counts.open > 0 ? "outcome disputed" : "dispute settled";
}
