/** Folder or file names that number a repeat of the same run. */
const REPEAT = /^(?:repeat|rep|run|seed|trial|sample|replica|iter)[-_ ]?\d+$/i;
/** Folder names that are the moment of a run, which distinguishes repeats in the same way. */
const TIMESTAMP = /^\d{4}-?\d{2}-?\d{2}(?:[T_ -]?\d{2}[-_:]?\d{2}(?:[-_:]?\d{2})?)?$/;

/** Where a log stands: `<group…>/<pipeline>/<suite>/<user task>/<attack>/<injection task>.json`. */
export type LogPath = {
  /** The pipeline's directory; null when what was given begins below it. */
  pipeline: string | null;
  suite: string | null;
  /** Folders above the pipeline, without those that number a repeat. */
  group: string;
  /** The folders and the file name that number a repeat, in their order; empty when there are none. */
  repeat: string;
};

/**
 * Takes a path apart from its end, because runs are given as a whole folder, as a parent of it, or as one
 * pipeline of it (then `sourceName`, the folder's own name, is the pipeline). The pipeline is the arm and
 * comes from here alone: the field `pipeline_name` loses the defence in one file of four (agentdojo.md,
 * trap 1).
 */
export function parseLogPath(path: string, sourceName: string): LogPath {
  const all = stepsOf(path);
  const repeats = all.filter(isRepeat);
  const steps = all.filter((step) => !isRepeat(step));
  const suite = steps.at(-4) ?? null;
  const pipeline = steps.at(-5) ?? (suite === null || isRepeat(sourceName) ? null : sourceName);
  return { pipeline, suite, group: steps.slice(0, -5).join("/"), repeat: repeats.join("/") };
}

/** Whether a log may be of a run without attack: its folder says `none`, or the path is too short to say. */
export function isUnattacked(path: string): boolean {
  const steps = stepsOf(path).filter((step) => !isRepeat(step));
  return steps.length < 4 || steps.at(-2) === "none";
}

function stepsOf(path: string): string[] {
  return path.replace(/\.json$/i, "").split("/");
}

function isRepeat(step: string): boolean {
  return REPEAT.test(step) || TIMESTAMP.test(step);
}
