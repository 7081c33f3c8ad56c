import { AppError } from "@/lib/errors";

/** So many bad tokens from one address in so long, and no token of it is looked at any more (security.md B9). */
const MOST = 10;
const WINDOW_MS = 60_000;
/** Addresses remembered; the one that was heard of longest ago goes first. */
const MOST_ADDRESSES = 10_000;

/**
 * Counts bad tokens by address, in this process: what is guarded against is the cost of looking each up,
 * which another process has for itself. A token has 256 random bits, so that no count keeps a guess away.
 */
export function badTokens() {
  const kept = new Map<string, number[]>();
  const recent = (address: string, now: number) =>
    (kept.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
  return {
    /** @throws AppError throttled: too many came from there within the last minute */
    refuse(address: string, now: number = Date.now()): void {
      if (recent(address, now).length < MOST) return;
      throw new AppError(
        "throttled",
        "Too many bad tokens came from this address; it may try again in a minute.",
      );
    },
    note(address: string, now: number = Date.now()): void {
      const times = [...recent(address, now), now].slice(-MOST);
      kept.delete(address);
      kept.set(address, times);
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_ADDRESSES) break;
        kept.delete(oldest);
      }
    },
  };
}
