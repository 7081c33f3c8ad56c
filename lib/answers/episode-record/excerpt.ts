/** Characters that an excerpt shows on each side of what was found. */
export const AROUND = 60;

const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/**
 * What stands before and after the characters `from` up to `to` of a text. It begins and ends between words,
 * also of a script that writes no spaces, with "…" where more stands there: a space apart from a whole word,
 * and close to a word that is cut because it is longer than the excerpt. No surrogate pair is cut.
 */
export function excerptAround(
  text: string,
  from: number,
  to: number,
): { before: string; after: string } {
  return { before: wordsBefore(text, from), after: wordsAfter(text, to) };
}

function wordsBefore(text: string, end: number): string {
  const start = end - AROUND;
  if (start <= 0) return text.slice(0, end);
  const word = wordAt(text, start, { from: start - AROUND - 1, to: end });
  if (word.to - word.from > AROUND) return `…${text.slice(betweenCharacters(text, start), end)}`;
  const whole = text.slice(word.from === start ? start : word.to, end);
  return `… ${whole.trimStart()}`;
}

function wordsAfter(text: string, start: number): string {
  const end = start + AROUND;
  if (end >= text.length) return text.slice(start);
  const word = wordAt(text, end, { from: start, to: end + AROUND + 1 });
  if (word.to - word.from > AROUND) return `${text.slice(start, betweenCharacters(text, end))}…`;
  return `${text.slice(start, word.from).trimEnd()} …`;
}

/** The word, space or sign that the character at a place belongs to, as far as it lies in the window. */
function wordAt(text: string, at: number, window: { from: number; to: number }) {
  const base = Math.max(0, window.from);
  const found = WORDS.segment(text.slice(base, window.to)).containing(at - base);
  const from = base + (found?.index ?? at - base);
  return { from, to: from + (found?.segment.length ?? 0) };
}

/** The place itself, or the one before it when a surrogate pair lies across it. */
function betweenCharacters(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}
