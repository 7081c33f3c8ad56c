/** What stands where a credential stood. Masking twice changes nothing. */
export const MASK = "[masked]";

/** Largest credential that is found, in characters: a private key in PEM (RFC 7468) has a few thousand. */
export const MAX_SECRET = 16 * 1024;

/** Values that only say where the credential is, or were masked by whoever wrote the file. */
const REFERENCE =
  /^(?:\s*|\$\{?\w+\}?|%\w+%|\{\{.*\}\}|<[^>]*>|env:\w+|\[[^\]]*\]\**|(?:[*x•]|\u00e2\u20ac\u00a2)+|none|null)$/is;
/** What a schema of arguments says about a password. */
const TYPE =
  /^(?:str(?:ing)?|text|bool(?:ean)?|int(?:eger)?|number|any|object|optional|required)$/i;
/** The name of a variable of the environment. */
const VARIABLE = /^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD)$/;

/**
 * True for `${VAR}`, `{{env.VAR}}`, `<your key>`, `***`, `[masked 1]**`, `OPENAI_API_KEY` and for nothing.
 * The text may be one of bytes, in which a bullet is three characters.
 */
export function isReference(value: string): boolean {
  return value.length <= 256 && (REFERENCE.test(value) || TYPE.test(value) || VARIABLE.test(value));
}

/**
 * True when nobody would write it as a word: 16 characters or more of those that tokens are made of, with
 * a digit and a letter. Under a name like `token` stand counts and pieces of text more often than secrets.
 */
export function looksRandom(value: string): boolean {
  return (
    value.length >= 16 && /^[\w.~+/=%:-]+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
  );
}

/** Where a text in quotes ends; `closed` is false when its line, or the text around it, ended first. */
export type QuotedEnd = { end: number; closed: boolean };

/**
 * The end of the text in quotes that begins at `from`, behind a quote with `escapes` backslashes before it.
 * JSON inside of JSON doubles backslashes, so that a quote of the n-th level has n of them (as the ones at
 * the end of a binary number) besides those of the text. A quote of the same or an outer level ends it: a
 * credential never reaches beyond the JSON string that it stands in. Null when it is too long.
 */
export function quotedEnd(
  text: string,
  from: number,
  quote: string,
  escapes: number,
): QuotedEnd | null {
  const level = levelOf(escapes);
  const limit = Math.min(text.length, from + MAX_SECRET);
  let slashes = 0;
  for (let at = from; at < limit; at += 1) {
    const char = text.charCodeAt(at);
    if (char === LF || char === CR) return { end: at, closed: false };
    if (char === DOUBLE) {
      if (quote !== '"') return { end: at - slashes, closed: false };
      const here = levelOf(slashes);
      if (here <= level) return { end: at - (2 ** here - 1), closed: here === level };
    } else if (text.charAt(at) === quote && slashes <= escapes) {
      return { end: at - slashes, closed: true };
    }
    slashes = char === BACKSLASH ? slashes + 1 : 0;
  }
  return limit === text.length ? { end: limit - slashes, closed: false } : null;
}

const LF = 0x0a;
const CR = 0x0d;
const DOUBLE = 0x22;
const BACKSLASH = 0x5c;

/** How deep in JSON strings a quote with so many backslashes before it stands. */
function levelOf(slashes: number): number {
  let level = 0;
  for (let rest = slashes; rest % 2 === 1; rest = (rest - 1) / 2) level += 1;
  return level;
}
