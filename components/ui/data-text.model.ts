/** Characters of one window: 64 KiB of text at most, so that no record can make a page of megabytes. */
export const WINDOW_CHARACTERS = 65_536;
/** Runs of a window: each becomes an element, and a badge is many times its character. */
const WINDOW_RUNS = 2_000;

/** A stretch of record text: legible text, or invisible characters named by their code point. */
export type Run = { kind: "text" | "invisible"; text: string; times: number; marked: boolean };

/** What a page shows of a text: the runs from `from` up to, not including, `to`. */
export type TextWindow = { runs: Run[]; from: number; to: number; length: number };

/**
 * Characters that hide or reorder text (security.md D3): controls but tab and newline, zero-width and
 * bidirectional controls, variation selectors, tags, the byte order mark, halves of a surrogate pair.
 */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe01ef],
];

const INVISIBLES = new RegExp(
  `[${INVISIBLE.map(([first, last]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`).join("")}]`,
  "gu",
);

/** "U+202E", at least four digits. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Cuts a text into runs, from the character at `from`. Equal invisible characters in a row become one
 * run with their number. `markers` are the texts to highlight wherever they occur; empty ones are skipped.
 */
export function textWindow(text: string, markers: readonly string[] = [], from = 0): TextWindow {
  const start = Math.max(0, Math.min(Math.trunc(from) || 0, text.length));
  const end = Math.min(text.length, start + WINDOW_CHARACTERS);
  const marks = markedRanges(text, markers, start, end);
  // Both halves of a pair that the window's end would part; what begins within one has its second half alone.
  const window = text.slice(start, end + 1);
  const runs: Run[] = [];
  let at = start;
  let mark = 0;
  let hidden = start + nextInvisible(window, 0);
  while (at < end && runs.length < WINDOW_RUNS) {
    while ((marks[mark]?.[1] ?? Infinity) <= at) mark += 1;
    const [first, last] = marks[mark] ?? [Infinity, Infinity];
    const marked = at >= first;
    if (at === hidden) {
      const codePoint = window.codePointAt(at - start) ?? 0;
      addInvisible(runs, codePointName(codePoint), marked);
      at += sizeOf(codePoint);
      hidden = start + nextInvisible(window, at - start);
    } else {
      const stop = wholeUpTo(window, Math.min(end, hidden, marked ? last : first) - start);
      addText(runs, window.slice(at - start, stop), marked);
      at = start + stop;
    }
  }
  return { runs, from: start, to: at, length: text.length };
}

function nextInvisible(text: string, from: number): number {
  INVISIBLES.lastIndex = from;
  return INVISIBLES.exec(text)?.index ?? Infinity;
}

/** The same place, or the one after it where a pair of surrogates would be parted. */
function wholeUpTo(text: string, at: number): number {
  return at > 0 && sizeOf(text.codePointAt(at - 1) ?? 0) === 2 ? at + 1 : at;
}

function sizeOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}

function addText(runs: Run[], text: string, marked: boolean): void {
  const last = runs.at(-1);
  if (last?.kind === "text" && last.marked === marked) last.text += text;
  else runs.push({ kind: "text", text, times: 1, marked });
}

function addInvisible(runs: Run[], name: string, marked: boolean): void {
  const last = runs.at(-1);
  if (last?.kind === "invisible" && last.text === name && last.marked === marked) last.times += 1;
  else runs.push({ kind: "invisible", text: name, times: 1, marked });
}

/** Where markers stand between `start` and `end`, sorted and merged; one may begin before `start`. */
function markedRanges(
  text: string,
  markers: readonly string[],
  start: number,
  end: number,
): [number, number][] {
  const found: [number, number][] = [];
  for (const marker of new Set(markers)) {
    if (marker === "") continue;
    const first = Math.max(0, start - marker.length + 1);
    const part = text.slice(first, end + marker.length - 1);
    for (let at = part.indexOf(marker); at >= 0; at = part.indexOf(marker, at + marker.length)) {
      found.push([first + at, first + at + marker.length]);
    }
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number][] = [];
  for (const range of found) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
}

/** The same as plain text, for places that take no markup: a chart's axis, a title. */
export function spelledOut(text: string): string {
  return textWindow(text)
    .runs.map((run) => run.text)
    .join("");
}
