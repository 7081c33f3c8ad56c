/** Where a table of ASB stands: `<group…>/<attack class>/<model>/<memory>/<attack>-all_.csv`. */
export type AsbPath = {
  /** `clean`, `observation_prompt_injection`, …; null when the path is too short to say. */
  attackClass: string | null;
  /** How the attack was put into words: `context_ignoring`, `combined_attack`, … */
  technique: string;
  /** Null when the path is too short to say. */
  model: string | null;
  /** `no_memory`, or what stands in its place; null when the path is too short to say. */
  memory: string | null;
  /** Folders above the attack class. */
  group: string;
};

/**
 * Takes a path apart from its end, because the logs are given as a whole, as one class or as one model of
 * them; `sourceName`, the name of the folder that was given, then is the step above (an
 * archive's name is none).
 */
export function parseAsbPath(path: string, sourceName: string): AsbPath {
  const steps = path.split("/");
  const file = steps.pop() ?? "";
  const isFolder = sourceName !== file && !/\.zip$/i.test(sourceName);
  const above = isFolder ? [sourceName, ...steps] : steps;
  return {
    technique: file.replace(/\.csv$/i, "").replace(/-\w*_?$/, "") || file,
    memory: above.at(-1) || null,
    model: above.at(-2) || null,
    attackClass: above.at(-3) || null,
    group: above.slice(0, -3).join("/"),
  };
}
