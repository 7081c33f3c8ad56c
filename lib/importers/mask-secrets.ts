import { secretsIn } from "./secret-rules";
import { isReference, MASK } from "./secret-values";

/**
 * Names whose value is a credential, compared without case, `_`, `-`, `.` and spaces. Names that merely
 * count tokens (`maxTokens`, `tokenUsage`) are no credentials.
 */
const SECRET_NAME =
  /(?:apikey|accesskey|accesskeyid|secretkey|privatekey|signingkey|secret|token|authorization|password|passwd|passphrase|credentials?|cookie|connectionstring)$/;

/**
 * A text without the credentials that are known by their form or by what introduces them, and how many
 * there were. Everything else of the text is unchanged.
 */
export function maskText(text: string): { text: string; count: number } {
  const spans = secretsIn(text);
  if (spans.length === 0) return { text, count: 0 };
  let masked = "";
  let from = 0;
  for (const { start, end } of spans) {
    masked += text.slice(from, start) + MASK;
    from = end;
  }
  return { text: masked + text.slice(from), count: spans.length };
}

/** `names` is true unless given; `path` is that of the value itself, `$` unless given. */
export type MaskOptions = { names?: boolean; path?: string };

/**
 * A value of JSON without credentials, and the JSON path of each one that was masked. A text under a name
 * of a credential (`apiKey`, `Authorization`, `password`, …) is masked whole, any other text by `maskText`.
 *
 * `names: false` leaves the names alone: for what agents and attackers said, where `password` may be the
 * very argument that the record is about. The value itself is not changed; without a credential it is
 * returned as it is.
 */
export function maskSecrets<Value>(
  value: Value,
  options?: MaskOptions,
): { value: Value; places: readonly string[] };
export function maskSecrets(
  value: unknown,
  options: MaskOptions = {},
): { value: unknown; places: readonly string[] } {
  const places: string[] = [];
  const byName = options.names ?? true;

  const visit = (node: unknown, path: string, secret: boolean): unknown => {
    if (typeof node === "string") {
      if (secret && !isReference(node)) {
        places.push(path);
        return MASK;
      }
      const { text, count } = maskText(node);
      for (let i = 0; i < count; i += 1) places.push(path);
      return text;
    }
    if (typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) {
      const items = node.map((item: unknown, i) => visit(item, `${path}[${i}]`, secret));
      return items.some((item, i) => item !== node[i]) ? items : node;
    }
    let changed = false;
    const entries = Object.entries(node).map(([key, member]: [string, unknown]) => {
      const entry: [string, unknown] = [
        key,
        visit(member, `${path}.${key}`, byName && isSecretName(key)),
      ];
      changed ||= entry[1] !== member;
      return entry;
    });
    // fromEntries defines own properties, so a key named __proto__ stays data.
    return changed ? Object.fromEntries(entries) : node;
  };
  return { value: visit(value, options.path ?? "$", false), places };
}

/** True when a field of this name holds a credential, judged by the name alone. */
export function isSecretName(name: string): boolean {
  return name.length <= 100 && SECRET_NAME.test(name.toLowerCase().replace(/[_\-.\s]/g, ""));
}
