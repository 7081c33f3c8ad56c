/** Controls, formats, surrogates, separators and variation selectors: what hides or reorders text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu;

/** A text of a record for a document: what is not visible is named, U+202E, and nothing is dropped. */
export function inertText(text: string): string {
  return text.replaceAll(INVISIBLE, (character) =>
    character === "\n" || character === "\t"
      ? " "
      : `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}
