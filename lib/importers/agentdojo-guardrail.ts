/** Defences that AgentDojo and its forks append to the model's name, as they spell them. */
const KNOWN_DEFENCES = [
  "tool_filter",
  "transformers_pi_detector",
  "spotlighting_with_delimiting",
  "spotlighting",
  "repeat_user_prompt",
  "prompt_guard_2_detector",
  "promptguard",
  "piguard",
  "datasentinel",
  "camel",
  "drift",
  "progent",
  "secalign",
  "melon",
  "interbolt",
] as const;

/** A remainder that names another model of the same family rather than a defence. */
const MODEL_VARIANT =
  /^(?:mini|nano|lite|pro|flash|turbo|instruct|preview|latest|thinking|chat|\d)/i;

export type ArmParts = { model: string; defence: string | null };

/**
 * Model and defence out of a pipeline's directory name. A known defence at its end, after `-`, `_` or `+`,
 * is the defence. Else, when another directory beside it is a true prefix of the name, that one is the
 * undefended model and the remainder the defence, unless the remainder reads as a variant of the model
 * (`gpt-4o` beside `gpt-4o-mini`). Else the whole name is a model without defence.
 */
export function splitPipelineName(name: string, siblings: Iterable<string>): ArmParts {
  const lower = name.toLowerCase();
  for (const defence of KNOWN_DEFENCES) {
    const at = name.length - defence.length;
    if (at > 1 && lower.endsWith(defence) && isSeparator(name[at - 1])) {
      return { model: name.slice(0, at - 1), defence: name.slice(at) };
    }
  }
  let model: string | null = null;
  for (const sibling of siblings) {
    const longer = model === null || sibling.length > model.length;
    if (longer && name.startsWith(sibling) && isSeparator(name[sibling.length])) model = sibling;
  }
  const remainder = model === null ? "" : name.slice(model.length + 1);
  return model === null || remainder === "" || MODEL_VARIANT.test(remainder)
    ? { model: name, defence: null }
    : { model, defence: remainder };
}

function isSeparator(char: string | undefined): boolean {
  return char === "-" || char === "_" || char === "+";
}
