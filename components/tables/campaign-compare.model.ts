import { comparePath, withQuery } from "@/lib/format/paths";

/** The ticked arms with one more, or without the one that was ticked again; the order is that of the ticks. */
export function withTick(ticked: readonly string[], reference: string): string[] {
  return ticked.includes(reference)
    ? ticked.filter((one) => one !== reference)
    : [...ticked, reference];
}

/**
 * Where ticked arms are compared: the first is the baseline, and each other one is held against it by itself.
 * Null with fewer than two.
 */
export function compareAddress(project: string, ticked: readonly string[]): string | null {
  const [baseline, candidate, ...also] = ticked;
  if (baseline === undefined || candidate === undefined) return null;
  return withQuery(comparePath(project), { baseline, candidate, also });
}

/** What the bar says of the ticks, given the name of each. */
export function tickWords(names: readonly string[]): string {
  const [baseline, ...candidates] = names;
  if (baseline === undefined) return "No arm is ticked.";
  if (candidates.length === 0) return `Baseline: ${baseline}. Tick the arm to hold against it.`;
  return `Baseline: ${baseline}. Against it: ${candidates.join("; ")}.`;
}
