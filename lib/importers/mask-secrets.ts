/** What stands where a credential stood. Masking twice changes nothing. */
export const MASK = "[masked]";

/**
 * Names whose value is a credential, compared without case, `_`, `-`, `.` and spaces. Names that merely
 * count tokens (`maxTokens`, `tokenUsage`) are no credentials.
 */
const SECRET_NAME =
  /(?:apikey|accesskey|accesskeyid|secretkey|privatekey|signingkey|secret|token|authorization|password|passwd|passphrase|credentials?|cookie|connectionstring)$/;

/** Values that only say where the credential is, or were masked by whoever wrote the file. */
const REFERENCE = /^(?:\s*|\$\{?\w+\}?|\{\{.*\}\}|<[^>]*>|env:\w+|\[[^\]]*\]|[*x•]+|none|null)$/is;

/**
 * Credentials that are known by their own form. Every pattern begins where no character of its own class
 * stands before, so that hostile text costs no more than its length.
 */
const FORMS: readonly RegExp[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek and others of the same form.
  /(?<![\w-])sk-[\w-]{20,}/g,
  /(?<![\w-])(?:[sr]k_(?:live|test)|gsk|hf|gh[pousr]|github_pat|npm|r8)_\w{20,}/g,
  /(?<![\w-])(?:xai|glpat|xox[abeprs]|pplx)-[\w-]{16,}/g,
  /(?<![\w-])A(?:KIA|SIA)[0-9A-Z]{16}(?![\w-])/g,
  /(?<![\w-])AIza[\w-]{35}/g,
  // JSON Web Token (RFC 7519): two JSON objects and a signature, each in base64url.
  /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]+(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
];

/** Credentials that are known by what stands before them, which stays. */
const INTRODUCED: readonly RegExp[] = [
  /(\bBearer\s+)(?=[^\s\d"'\\]{0,200}\d)[\w.~+/=-]{16,}/gi,
  /(\bauthorization\\?["']?\s*[:=]\s*\\?["']?Basic\s+)[\w+/=-]{8,}/gi,
  // The password of a URL with user information (RFC 3986, 3.2.1).
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{1,200}:)[^\s/@"'[]{1,200}(?=@)/gi,
  /((?:api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret|(?:access|auth|refresh|session|bearer)[_-]?token|passwd|password)\\?["']?\s*[:=]\s*\\?["'])[^\s"'\\[{$<]{6,}/gi,
  /((?:api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret|(?:access|auth|refresh|session)[_-]?token|passwd|password)=)[^\s"'\\[{$<&;,]{6,}/gi,
];

/** What every pattern above needs somewhere; most texts hold none of it and are read once, not twelve times. */
const HINT =
  /sk[-_]|rk_|hf_|gh[pousr]_|github_pat|npm_|r8_|xai-|glpat-|xox|pplx-|AKIA|ASIA|AIza|eyJ|PRIVATE KEY|bearer|basic|:\/\/|key|secret|token|passw/i;
const SHORTEST = 12;

/**
 * A text without the credentials that are known by their form or by what introduces them, and how many
 * there were. Everything else of the text is unchanged.
 */
export function maskText(text: string): { text: string; count: number } {
  if (text.length < SHORTEST || !HINT.test(text)) return { text, count: 0 };
  let count = 0;
  let masked = text;
  for (const form of FORMS) {
    masked = masked.replace(form, () => {
      count += 1;
      return MASK;
    });
  }
  for (const introduced of INTRODUCED) {
    masked = masked.replace(introduced, (_all, before: string) => {
      count += 1;
      return before + MASK;
    });
  }
  return { text: masked, count };
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
      if (secret && !REFERENCE.test(node)) {
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
