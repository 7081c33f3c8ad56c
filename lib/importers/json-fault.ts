/** Where a text stops being JSON (RFC 8259): `offset` in UTF-16 units, `message` without foreign text. */
export type JsonFault = { offset: number; message: string };

class Fault extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]\w*|-Infinity/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Says where and why JSON.parse refused a text. The engines' own messages quote the text, and not all of
 * them give a position, so the place is looked up again here, on the failing path alone. The text must be
 * nested no deeper than MAX_DEPTH. Null when it is JSON after all.
 */
export function findJsonFault(text: string): JsonFault | null {
  try {
    const at = space(text, value(text, space(text, 0)));
    return at < text.length
      ? { offset: at, message: "there is more text after the end of the JSON value" }
      : null;
  } catch (error) {
    if (error instanceof Fault) return { offset: error.offset, message: error.message };
    throw error;
  }
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function space(text: string, at: number): number {
  return at + match(SPACE, text, at).length;
}

function value(text: string, at: number): number {
  const char = text[at];
  if (char === "{") return members(text, at, "}", (from) => pair(text, from));
  if (char === "[") return members(text, at, "]", (from) => value(text, from));
  if (char === '"') return string(text, at);
  const word = match(WORD, text, at);
  if (word === "true" || word === "false" || word === "null") return at + word.length;
  if (/^(?:NaN|-?Infinity)$/.test(word)) {
    throw new Fault(at, `${word} stands where a value was expected, which JSON does not know`);
  }
  const number = match(NUMBER, text, at);
  if (number !== "") return at + number.length;
  throw new Fault(
    at,
    at >= text.length ? "it ends where a value was expected" : "a value was expected",
  );
}

function members(
  text: string,
  open: number,
  close: "}" | "]",
  member: (at: number) => number,
): number {
  const what = close === "}" ? "an object" : "an array";
  let at = space(text, open + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = space(text, member(at));
    if (text[at] === close) return at + 1;
    if (at >= text.length) throw new Fault(at, `it ends inside ${what}`);
    if (text[at] !== ",") throw new Fault(at, `a comma or ${close} was expected in ${what}`);
    at = space(text, at + 1);
  }
}

function pair(text: string, at: number): number {
  if (at >= text.length) throw new Fault(at, "it ends inside an object");
  if (text[at] !== '"') throw new Fault(at, "a field name in double quotes was expected");
  const colon = space(text, string(text, at));
  if (colon >= text.length) throw new Fault(colon, "it ends after a field name");
  if (text[colon] !== ":") throw new Fault(colon, "a colon was expected after a field name");
  return value(text, space(text, colon + 1));
}

function string(text: string, open: number): number {
  for (let at = open + 1; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) throw new Fault(at, "a control character stands unescaped in a string");
    if (code !== 0x5c) at += 1;
    else {
      const escape = match(ESCAPE, text, at);
      if (escape === "" && text.length - at < 6) break;
      if (escape === "")
        throw new Fault(at, "an escape that JSON does not know stands in a string");
      at += escape.length;
    }
  }
  throw new Fault(text.length, "it ends inside a string");
}
