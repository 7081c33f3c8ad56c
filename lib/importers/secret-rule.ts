import { MAX_SECRET } from "./secret-values";

/** Where a credential stands in a text; `end` is behind it. */
export type Span = { start: number; end: number };

/**
 * One way in which a credential is known. `anchor` are three characters, found without case, that every
 * text with it holds; `at` looks at the place of the anchor. A rule looks back at most `MAX_BACK`
 * characters and ahead at most `MAX_AHEAD`, so that a stream can be masked piece by piece.
 */
export type Rule = { anchor: string; at(text: string, anchor: number): Span | null };

/** So far before its anchor a credential may begin. */
export const MAX_START_BACK = 16;
/** So much before its anchor a rule may look at. */
export const MAX_BACK = 128;
export const MAX_AHEAD = MAX_SECRET + 1024;

/** The match of a sticky pattern at one place. */
export function execAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  if (at < 0) return null;
  sticky.lastIndex = at;
  return sticky.exec(text);
}

export function matchAt(sticky: RegExp, text: string, at: number): string | null {
  return execAt(sticky, text, at)?.[0] ?? null;
}

/** The span of what a match ends with. */
export function lastPart(match: RegExpExecArray, part: string): Span {
  const end = match.index + match[0].length;
  return { start: end - part.length, end };
}

export function shifted(span: Span | null, by: number): Span | null {
  return span === null ? null : { start: span.start + by, end: span.end + by };
}
