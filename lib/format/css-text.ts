import { inertText } from "./inert-text";

/** Characters of a running head: more would not fit on a sheet. */
const MOST = 90;

/**
 * A text as a string of CSS, for the running head of printed sheets. Only letters, digits and a few plain
 * signs go in, so that no name can end the string.
 */
export function cssText(text: string): string {
  const plain = inertText(text).slice(0, MOST);
  return `"${plain.replaceAll(/[^\p{L}\p{N} .,:_()·→+/-]/gu, "?")}"`;
}
