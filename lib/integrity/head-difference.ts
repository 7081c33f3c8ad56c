import type { Checkpoint } from "./checkpoint";
import type { Hash } from "./merkle-tree";
import { same } from "./proof";

/** A log as far as a checkpoint can be held against it. */
export type LogHeads = {
  /** Null: its first entry does not name it. */
  origin: string | null;
  /** How many entries it has. */
  size: number;
  /** The root that it had at a size; undefined: it never was so long. */
  rootAt: (size: number) => Hash | undefined;
};

/**
 * In one sentence, why the log does not continue the checkpoint; null: it does, since its root at that size
 * is the checkpoint's.
 *
 * @param where names the checkpoint, as the sentence begins
 */
export function headDifference(
  where: string,
  checkpoint: Checkpoint,
  { origin, size, rootAt }: LogHeads,
): string | null {
  if (origin !== null && checkpoint.origin !== origin)
    return `${where} is of another log, ${checkpoint.origin}.`;
  const root = rootAt(checkpoint.size);
  if (root === undefined)
    return `${where} is of ${checkpoint.size} entries and the log has ${size}: it was rolled back to an older state, or its end was cut off.`;
  return same(root, checkpoint.root)
    ? null
    : `${where} has another root than the log had at ${checkpoint.size} entries: its past was rewritten.`;
}
