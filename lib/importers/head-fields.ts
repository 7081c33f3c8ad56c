const STRING = /"(?:[^"\\]|\\.)*"/y;
const SPACE = /\s*/y;

/**
 * The fields of the first JSON object in `head`, which may be cut anywhere: name to its text, or to null
 * when its value is no string (or a string that was cut). Null when the bytes do not begin with an
 * object. Recognition by content needs no more, and gets it from a file that is malformed further on.
 */
export function headFields(head: Uint8Array): ReadonlyMap<string, string | null> | null {
  const text = new TextDecoder().decode(head);
  let at = skip(text, 0);
  if (text[at] !== "{") return null;
  const fields = new Map<string, string | null>();
  let depth = 0;
  let name: string | null = null;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      STRING.lastIndex = at;
      const token = STRING.exec(text)?.[0];
      if (token === undefined) return fields;
      at = skip(text, at + token.length);
      if (depth !== 1) continue;
      if (name === null && text[at] === ":") {
        name = unquoted(token);
        if (name !== null && !fields.has(name)) fields.set(name, null);
      } else if (name !== null) fields.set(name, unquoted(token));
      continue;
    }
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    else if (char === "," && depth === 1) name = null;
    if (depth === 0) return fields;
    at += 1;
  }
  return fields;
}

function skip(text: string, at: number): number {
  SPACE.lastIndex = at;
  return at + (SPACE.exec(text)?.[0].length ?? 0);
}

function unquoted(token: string): string | null {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
