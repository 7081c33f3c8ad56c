import { issueItem } from "./import-item";
import type { ImporterOption, ImportItem, Source } from "./importer";

/**
 * The value of each option, its default where none was given; or the refusal of the first value that is
 * none of its choices. Values of ids that are no option of the format are not looked at.
 */
export function chosenOptions(
  options: readonly ImporterOption[],
  given: Readonly<Record<string, string>>,
  source: Source,
): { chosen: ReadonlyMap<string, string> } | { issue: ImportItem } {
  const chosen = new Map<string, string>();
  for (const option of options) {
    const value = given[option.id] ?? option.default;
    if (!option.choices.some((choice) => choice.value === value)) {
      const message = `The option ${option.id} has none of its values.`;
      return { issue: issueItem("refused", "invalid-option", message, { file: source.name }) };
    }
    chosen.set(option.id, value);
  }
  return { chosen };
}
