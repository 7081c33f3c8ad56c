import { MAX_DEPTH, MAX_STRING_LENGTH } from "./limits";

/** What a Python literal becomes: None is null, a tuple is a list, a dict an object of its own keys. */
export type PythonValue =
  | null
  | boolean
  | number
  | string
  | PythonValue[]
  | { [key: string]: PythonValue };

export type ReadPython =
  | { ok: true; value: PythonValue }
  /** `offset` counts UTF-16 units from the beginning of the text. */
  | { ok: false; offset: number; message: string };

export type PythonLimits = { depth: number; stringLength: number };

const SPACE = /[ \t\r\n\f]*/y;
/** What `repr` writes of int and float, and what people write: no underscores, no complex, no octal. */
const NUMBER = /[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const NAME = /[A-Za-z_]\w*/y;
const PLAIN = { "'": /[^'\\]*/y, '"': /[^"\\]*/y } as const;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\",
  "'": "'",
  '"': '"',
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};
const CODES: Readonly<Record<string, RegExp>> = {
  x: /[0-9a-fA-F]{2}/y,
  u: /[0-9a-fA-F]{4}/y,
  U: /[0-9a-fA-F]{8}/y,
};
const OCTAL = /[0-7]{1,3}/y;

class Fault extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads one Python literal, as `repr` writes it: text in either quotes, numbers, True, False, None, lists,
 * tuples and dicts whose keys are texts (Python language reference, 2.4 and 6.2). Nothing is executed and
 * no name is looked up. Sets, bytes, prefixes and joined texts are refused, as is anything after the value.
 * A line break within a text is taken as it is, because a table may have unfolded it.
 */
export function readPythonLiteral(
  text: string,
  limits: PythonLimits = { depth: MAX_DEPTH, stringLength: MAX_STRING_LENGTH },
): ReadPython {
  const reader = createReader(text, limits);
  try {
    const value = reader.value(0);
    reader.end();
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, offset: error.offset, message: error.message };
    throw error;
  }
}

function createReader(text: string, limits: PythonLimits) {
  let at = 0;

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const next = () => {
    take(SPACE);
    return text[at];
  };

  const string = (quote: "'" | '"'): string => {
    const start = at;
    at += 1;
    const parts: string[] = [];
    let length = 0;
    for (;;) {
      const plain = take(PLAIN[quote]) ?? "";
      parts.push(plain);
      length += plain.length;
      if (length > limits.stringLength) {
        throw new Fault(start, `a text has more than ${limits.stringLength} characters`);
      }
      if (text[at] === quote) break;
      if (at >= text.length) throw new Fault(start, "a text is opened and never closed");
      parts.push(escape());
      length += 1;
    }
    at += 1;
    return parts.join("");
  };

  const escape = (): string => {
    const start = at;
    at += 1;
    const letter = text[at] ?? "";
    const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (simple !== undefined) {
      at += 1;
      return simple;
    }
    const octal = take(OCTAL);
    if (octal !== null) return String.fromCodePoint(Number.parseInt(octal, 8));
    const digits = Object.hasOwn(CODES, letter) ? CODES[letter] : undefined;
    at += 1;
    const code = digits === undefined ? null : take(digits);
    const point = code === null ? Number.NaN : Number.parseInt(code, 16);
    // A lone surrogate is legal in Python's text as in JavaScript's.
    if (!(point <= 0x10_ff_ff))
      throw new Fault(start, "a backslash begins no escape that is known");
    return String.fromCodePoint(point);
  };

  /** The members of a bracket up to its end; a comma may stand after the last. */
  const members = (end: string, depth: number, member: () => void): { commas: number } => {
    const start = at;
    if (depth >= limits.depth) {
      throw new Fault(start, `it is nested deeper than ${limits.depth} levels`);
    }
    at += 1;
    let commas = 0;
    while (next() !== end) {
      if (at >= text.length) throw new Fault(start, "a bracket is opened and never closed");
      member();
      if (next() === ",") {
        at += 1;
        commas += 1;
      } else if (text[at] !== end) {
        throw new Fault(at, at < text.length ? `"," or "${end}" was expected` : "it is cut here");
      }
    }
    at += 1;
    return { commas };
  };

  const list = (end: string, depth: number): PythonValue => {
    const items: PythonValue[] = [];
    const { commas } = members(end, depth, () => items.push(value(depth + 1)));
    const [only] = items;
    // (1) is a number in brackets, (1,) a tuple of one.
    return end === ")" && items.length === 1 && commas === 0 && only !== undefined ? only : items;
  };

  const dict = (depth: number): PythonValue => {
    const entries: [string, PythonValue][] = [];
    members("}", depth, () => {
      const quote = next();
      if (quote !== "'" && quote !== '"') throw new Fault(at, "a key in quotes was expected");
      const key = string(quote);
      if (next() !== ":") throw new Fault(at, '":" was expected after a key');
      at += 1;
      entries.push([key, value(depth + 1)]);
    });
    // fromEntries defines own properties, so a key named __proto__ stays data; the last of two wins.
    return Object.fromEntries(entries);
  };

  const value = (depth: number): PythonValue => {
    const char = next();
    if (char === "'" || char === '"') return string(char);
    if (char === "[") return list("]", depth);
    if (char === "(") return list(")", depth);
    if (char === "{") return dict(depth);
    const start = at;
    const number = take(NUMBER);
    if (number !== null) {
      const read = Number(number);
      if (!Number.isFinite(read)) throw new Fault(start, "a number is too large");
      return read;
    }
    const name = take(NAME);
    if (name === "None") return null;
    if (name === "True") return true;
    if (name === "False") return false;
    throw new Fault(start, start < text.length ? "no value that is known" : "it is cut here");
  };

  const end = (): void => {
    next();
    if (at < text.length) throw new Fault(at, "nothing more was expected after the value");
  };

  return { value, end };
}
