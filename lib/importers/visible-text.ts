/** Characters that print nothing, move the cursor or turn the reading direction, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/**
 * Foreign text, fit for a message on a terminal or a page: every character that is not visible is
 * written as `\u{…}`, and what is longer than `max` visible characters is cut and says so. The data
 * itself is never changed by this, only what an issue quotes of it.
 */
export function visibleText(text: string, max = 200): string {
  // Cut before the replacement, so that a 20 MB line costs no more than a short one.
  const head = text.slice(0, max * 2);
  const shown = Array.from(head).slice(0, max).join("");
  const cut = shown.length < text.length;
  const escaped = shown.replace(
    INVISIBLE,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return cut || escaped.length > max ? `${escaped.slice(0, max)}…` : escaped;
}
