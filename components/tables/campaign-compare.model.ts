import { comparePath, projectPath, withQuery } from "@/lib/format/paths";

/** The ticked arms with one more, or without the one that was ticked again; the order is that of the ticks. */
export function withTick(ticked: readonly string[], reference: string): string[] {
  return ticked.includes(reference)
    ? ticked.filter((one) => one !== reference)
    : [...ticked, reference];
}

/**
 * Where ticked arms are compared: the first is the baseline. With more than one candidate each keeps its
 * own name, since a side that names several arms pools them. Null with fewer than two.
 */
export function compareAddress(project: string, ticked: readonly string[]): string | null {
  const [baseline, ...candidates] = ticked;
  if (baseline === undefined || candidates.length === 0) return null;
  return candidates.length === 1
    ? comparePath(project, { baseline, candidate: candidates[0] })
    : withQuery(`${projectPath(project)}/compare`, { arm: ticked });
}

/** What the bar says of the ticks, given the name of each. */
export function tickWords(names: readonly string[]): string {
  const [baseline, ...candidates] = names;
  if (baseline === undefined) return "No arm is ticked.";
  if (candidates.length === 0) return `Baseline: ${baseline}. Tick the arm to hold against it.`;
  return `Baseline: ${baseline}. Against it: ${candidates.join("; ")}.`;
}
