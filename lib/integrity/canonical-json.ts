/** Deeper than any record of ours that is hashed, and far from what would overflow the stack. */
const MAX_DEPTH = 64;

/**
 * A value of JSON as its one canonical text (RFC 8785): no blanks, keys in the order of their UTF-16 code
 * units, numbers as ECMAScript writes them.
 *
 * @throws TypeError for what has no such text: half a surrogate pair (RFC 8785, 3.2.2.2), a number that is
 *   not finite, `undefined` and whatever else is not JSON, or nesting deeper than 64
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new TypeError(`nested deeper than ${MAX_DEPTH}`);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return number(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(",")}]`;
  if (typeof value === "object") return object(value, depth);
  throw new TypeError(`a ${typeof value} is not JSON`);
}

function text(value: string): string {
  if (/\p{Surrogate}/u.test(value)) throw new TypeError("half a surrogate pair is no text");
  return JSON.stringify(value);
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not JSON`);
  return JSON.stringify(value);
}

function object(value: object, depth: number): string {
  const entries: [string, unknown][] = Object.entries(value);
  const members = entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${text(key)}:${write(member, depth + 1)}`);
  return `{${members.join(",")}}`;
}
