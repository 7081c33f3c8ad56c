import { FORM_RULES } from "./secret-forms";
import { NAME_RULES } from "./secret-names";
import type { Rule, Span } from "./secret-rule";

const BY_ANCHOR = new Map<string, Rule[]>();
for (const rule of [...FORM_RULES, ...NAME_RULES]) {
  const same = BY_ANCHOR.get(rule.anchor);
  if (same === undefined) BY_ANCHOR.set(rule.anchor, [rule]);
  else same.push(rule);
}

/** The three characters, in lower case, one of which stands in or before every credential. */
export const ANCHORS: readonly string[] = [...BY_ANCHOR.keys()];

/** The credential whose anchor stands at `anchor`, when it begins at `from` or later. */
export function secretAt(text: string, anchor: number, from: number): Span | null {
  const rules = BY_ANCHOR.get(text.slice(anchor, anchor + 3).toLowerCase());
  for (const rule of rules ?? []) {
    const span = rule.at(text, anchor);
    if (span !== null && span.start >= from) return span;
  }
  return null;
}

const ANY_ANCHOR = new RegExp(
  ANCHORS.map((anchor) => anchor.replace(/[.\\/]/g, "\\$&")).join("|"),
  "gi",
);

/** Every credential in a text, in order, none within another. */
export function secretsIn(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  ANY_ANCHOR.lastIndex = 0;
  for (;;) {
    const anchor = ANY_ANCHOR.exec(text)?.index;
    if (anchor === undefined) return spans;
    const span = anchor < from ? null : secretAt(text, anchor, from);
    if (span !== null) {
      spans.push(span);
      from = span.end;
    }
    // Anchors may overlap, so that the next one is looked for one character on.
    ANY_ANCHOR.lastIndex = Math.max(anchor + 1, from);
  }
}
