/** What a score's value has to be: equal to a text or number, or on one side of a number. */
export type Criterion =
  | { kind: "equal"; text: string }
  | { kind: "compared"; operator: ">=" | "<=" | ">" | "<"; bound: number };

const COMPARISON = /^(>=|<=|>|<)\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i;

/** `C`, `true`, `0.5`, `>= 0.5`; null for a comparison with what is no number. */
export function parseCriterion(given: string): Criterion | null {
  const text = given.trim();
  const [, operator, bound] = COMPARISON.exec(text) ?? [];
  if (bound !== undefined) {
    if (operator === ">=" || operator === "<=" || operator === ">" || operator === "<")
      return { kind: "compared", operator, bound: Number(bound) };
  }
  return text === "" || /^[<>]/.test(text) ? null : { kind: "equal", text };
}

/**
 * Whether a value meets the criterion; null when the two cannot be compared, as a letter with a number:
 * nothing is read into such a score.
 */
export function meets(criterion: Criterion, value: unknown): boolean | null {
  if (criterion.kind === "compared") {
    if (typeof value !== "number") return null;
    switch (criterion.operator) {
      case ">=":
        return value >= criterion.bound;
      case "<=":
        return value <= criterion.bound;
      case ">":
        return value > criterion.bound;
      case "<":
        return value < criterion.bound;
    }
  }
  const { text } = criterion;
  if (typeof value === "string") return value === text;
  if (typeof value === "boolean")
    return /^(?:true|false)$/i.test(text) ? String(value) === text.toLowerCase() : null;
  if (typeof value === "number") return Number.isNaN(Number(text)) ? null : value === Number(text);
  return null;
}
