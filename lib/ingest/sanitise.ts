/** What a text lost on its way into the database; the record's bytes keep it. */
export type Losses = { nul: boolean; loneSurrogate: boolean };

const REPLACEMENT = "\uFFFD";
const NUL = /\0/g;
/** With the `u` flag a pair is one character, so this matches only halves that stand alone. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * A value whose texts, keys included, Postgres can store: `text` refuses NUL, `jsonb` refuses NUL and
 * half a surrogate pair, and `text` would silently alter the latter. Each becomes U+FFFD.
 *
 * In: a value of JSON. Out: the same value when nothing had to change, else a copy; `losses` is set to
 * true where something was lost and never back.
 */
export function sanitise<Value>(value: Value, losses: Losses): Value;
export function sanitise(value: unknown, losses: Losses): unknown {
  if (typeof value === "string") return sanitiseText(value, losses);
  if (Array.isArray(value)) return sanitiseArray(value, losses);
  if (typeof value === "object" && value !== null) return sanitiseObject(value, losses);
  return value;
}

function sanitiseText(text: string, losses: Losses): string {
  let result = text;
  if (text.includes("\0")) {
    losses.nul = true;
    result = result.replaceAll(NUL, REPLACEMENT);
  }
  if (LONE_SURROGATE.test(result)) {
    losses.loneSurrogate = true;
    result = result.replaceAll(LONE_SURROGATE, REPLACEMENT);
  }
  LONE_SURROGATE.lastIndex = 0;
  return result;
}

function sanitiseArray(list: readonly unknown[], losses: Losses): readonly unknown[] {
  const items = list.map((item) => sanitise(item, losses));
  return items.some((item, index) => item !== list[index]) ? items : list;
}

function sanitiseObject(object: object, losses: Losses): object {
  let changed = false;
  const entries = Object.entries(object).map(([key, value]: [string, unknown]) => {
    const entry: [string, unknown] = [sanitiseText(key, losses), sanitise(value, losses)];
    changed ||= entry[0] !== key || entry[1] !== value;
    return entry;
  });
  // fromEntries defines own properties, so a key named __proto__ stays data.
  return changed ? Object.fromEntries(entries) : object;
}
