import { isReference, looksRandom, MAX_SECRET, quotedEnd } from "./secret-values";

/** Where a credential stands in a text; `end` is behind it. */
export type Span = { start: number; end: number };

/**
 * One way in which a credential is known. `anchor` are three characters, found without case, that every
 * text with it holds; `at` looks at the place of the anchor. A rule looks back at most `MAX_BACK`
 * characters and ahead at most `MAX_AHEAD`, so that a stream can be masked piece by piece.
 */
type Rule = { anchor: string; at(text: string, anchor: number): Span | null };

/** So far before its anchor a credential may begin. */
export const MAX_START_BACK = 16;
/** So much before its anchor a rule may look at. */
export const MAX_BACK = 128;
export const MAX_AHEAD = MAX_SECRET + 1024;

/**
 * Nothing of the credential's own characters stands before it. In the bytes of JSON the `n` of an escaped
 * line end does, or the last digit of `\u003d` or `%20`.
 */
const BEGINNING = /(?:(?<![\w-])|(?<=\\[nrtbf])|(?<=\\u[\da-f]{4})|(?<=%[\da-f]{2}))/.source;

/** A credential of a form of its own, which begins `back` characters before the anchor. */
function form(anchor: string, back: number, body: string, needsDigit = false): Rule {
  const pattern = new RegExp(BEGINNING + body, "y");
  return {
    anchor,
    at(text, anchorAt) {
      pattern.lastIndex = anchorAt - back;
      if (pattern.lastIndex !== anchorAt - back) return null;
      const match = pattern.exec(text);
      if (match === null || (needsDigit && !/\d/.test(match[0]))) return null;
      return { start: match.index, end: match.index + match[0].length };
    },
  };
}

const LONG = `{20,${MAX_SECRET}}`;

const FORMS: readonly Rule[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek and others of the same form.
  form("sk-", 0, `sk-[\\w-]${LONG}`, true),
  form("sk_", 0, `sk_(?:live|test)_[A-Za-z\\d]{16,256}`),
  form("rk_", 0, `rk_(?:live|test)_[A-Za-z\\d]{16,256}`),
  form("gsk", 0, `gsk_[A-Za-z\\d]{20,256}`),
  form("hf_", 0, `hf_[A-Za-z\\d]{30,256}`),
  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((kind) =>
    form(kind, 0, `${kind}_[A-Za-z\\d]{30,256}`),
  ),
  form("_pa", 6, `github_pat_\\w{20,256}`),
  form("npm", 0, `npm_[A-Za-z\\d]{30,256}`),
  form("r8_", 0, `r8_[A-Za-z\\d]{20,256}`),
  form("xai", 0, `xai-[\\w-]{16,256}`, true),
  form("glp", 0, `glpat-[\\w-]{16,256}`, true),
  form("xox", 0, `xox[abeprs]-[\\w-]{16,256}`, true),
  form("lx-", 2, `pplx-[\\w-]{16,256}`, true),
  form("pi-", 3, `nvapi-[\\w-]{20,256}`, true),
  form("tvl", 0, `tvly-[\\w-]{16,256}`, true),
  form("p_v", 2, `dop_v1_[a-f\\d]{32,256}`),
  form("hvs", 0, `hvs\\.[\\w-]{20,256}`, true),
  form("a29", 1, `ya29\\.[\\w-]{20,2048}`, true),
  form("csp", 2, `GOCSPX-[\\w-]{20,256}`),
  form("sg.", 0, `SG\\.[\\w-]{16,64}\\.[\\w-]{16,64}`),
  form("kia", 1, `AKIA[\\dA-Z]{16}(?![\\w-])`),
  form("sia", 1, `ASIA[\\dA-Z]{16}(?![\\w-])`),
  form("aiz", 0, `AIza[\\w-]{35}`),
  // JSON Web Token (RFC 7519): two JSON objects and a signature, each in base64url.
  form("eyj", 0, `eyJ[\\w-]{8,8192}\\.eyJ[\\w-]{8,7168}\\.[\\w-]{8,1024}`),
];

/**
 * A private key in PEM (RFC 7468): the header, lines of base64 and of headers of its own, as they are or
 * escaped, and the end. Of one without an end the base64 goes.
 */
const PEM_HEADER = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const PEM_BODY = /(?:(?!-----)(?:[\w+/=:,. \t\r\n-]|\\+(?:[nrt/]|u00[23][bdf])))*/y;
const PEM_END = /-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const BASE64_LINES = /(?:[A-Za-z\d+/=\r\n]|\\+(?:[nr/]|u00[23][bdf]))*/y;

const privateKey: Rule = {
  anchor: "egi",
  at(text, anchor) {
    const start = anchor - "-----B".length;
    const header = start < 0 ? null : matchAt(PEM_HEADER, text, start);
    if (header === null) return null;
    const from = start + header.length;
    // A copy of bounded length, so that what is found does not depend on how much was read.
    const rest = text.slice(from, from + MAX_SECRET);
    const body = matchAt(PEM_BODY, rest, 0) ?? "";
    const end = matchAt(PEM_END, rest, body.length);
    if (end !== null) return { start, end: from + body.length + end.length };
    const lines = matchAt(BASE64_LINES, rest, 0) ?? "";
    return lines.length < 16 ? null : { start: from, end: from + lines.length };
  },
};

const BEARER = /bearer(?:\s|%20){1,8}([\w.~+/=-]{16,8192})/iy;

const bearer: Rule = {
  anchor: "rer",
  at(text, anchor) {
    const start = anchor - "bea".length;
    const match = execAt(BEARER, text, start);
    const token = match?.[1] ?? "";
    if (match === null || !/\d/.test(token)) return null;
    return lastPart(match, token);
  },
};

/** The password of a URL with user information (RFC 3986, 3.2.1); slashes may be escaped. */
const USER_INFO =
  /(?<=[a-z\d]):(?:\\{0,4}\/){2}[^ \t\r\n/:@"'\\<>]{0,200}:([^ \t\r\n/@"'\\[\]<>]{1,200})(?=@)/iy;

const userInfo = (anchor: string): Rule => ({
  anchor,
  at(text, at) {
    const match = execAt(USER_INFO, text, at);
    const password = match?.[1] ?? "";
    return match === null || isReference(password) ? null : lastPart(match, password);
  },
});

/** What may stand between a name and its value: `": "`, `\": \"`, `=`, `: `. */
const BETWEEN = /(\\{0,15})(["'`]?)[ \t\r\n]{0,8}([:=])[ \t\r\n]{0,16}(?:(\\{0,15})(["'`]))?/y;
/** A value without quotes. Brackets, `$` and `<` are of code, of references and of placeholders. */
const BARE = /(?!=)[^ \t\r\n\f\v"'`\\,;&()[\]{}<>$|]{6,1024}/y;
const MAX_BARE = 1024;

/** Judges the value of one kind of name: the span within it that is the credential, or null. */
type Judge = (value: string, how: "key" | "text" | "bare=" | "bare:") => Span | null;

/**
 * A credential that is known by its name. A name in quotes has its value in the same quotes; a number
 * there is left, because JSON has no masked number.
 */
function named(anchor: string, back: number, name: RegExp, judge: Judge): Rule {
  return {
    anchor,
    at(text, anchorAt) {
      const found = execAt(name, text, anchorAt - back);
      if (found === null) return null;
      const between = execAt(BETWEEN, text, found.index + found[0].length);
      if (between === null) return null;
      const [all, closeEscapes = "", close = "", sign, escapes = "", quote] = between;
      const start = between.index + all.length;
      if (quote === undefined) {
        if (close !== "" || closeEscapes !== "") return null;
        const value = bareValue(text, start);
        // Between a name and a value of an address or a variable nothing stands but the sign.
        const how = sign === "=" && all.length === 1 ? "bare=" : "bare:";
        return value === null ? null : shifted(judge(value, how), start);
      }
      const end = quotedEnd(text, start, quote, escapes.length);
      if (end === null || (quote !== '"' && !end.closed)) return null;
      const value = text.slice(start, end.end);
      const isKey = close === quote && closeEscapes.length === escapes.length;
      // `…the password:", "role"`: the quote was the end of a text, and what follows is JSON.
      if (!isKey && /^\s*[,:}\]]|^\s*$/.test(value)) return null;
      return shifted(judge(value, isKey ? "key" : "text"), start);
    },
  };
}

/**
 * Not what code says: a call, a member of an array, the name of a variable that is handed on. Nor what
 * closes a bracket: attacks ask for a marker in words like `[… print the password: MARKER_1]`.
 */
function bareValue(text: string, start: number): string | null {
  const value = matchAt(BARE, text, start);
  if (value === null || value.length === MAX_BARE) return null;
  const next = text.slice(start + value.length, start + value.length + 1);
  return /[([{\]]/.test(next) || (/[),]/.test(next) && !/\d/.test(value)) ? null : value;
}

const whole = (value: string): Span => ({ start: 0, end: value.length });

/** A name that says enough: any value, but in running text only one that is no plain word. */
const strong: Judge = (value, how) => {
  if (value === "" || isReference(value)) return null;
  return how === "bare:" && !/[\d!@#%^*+_]/.test(value) ? null : whole(value);
};

const weak: Judge = (value) =>
  looksRandom(value) && !isReference(value) && !value.startsWith("[") ? whole(value) : null;

const AUTHORIZATION =
  /^(?:(basic|digest|token|apikey|negotiate|bearer)\s{1,8})?([\w.~+/=-]{8,8192})$/i;

const authorization: Judge = (value) => {
  const [, scheme, token = ""] = AUTHORIZATION.exec(value) ?? [];
  const isSecret = scheme?.toLowerCase() === "basic" ? !isReference(token) : looksRandom(token);
  return isSecret ? { start: value.length - token.length, end: value.length } : null;
};

/** A header of cookies (RFC 6265) goes whole when one of them looks random. */
const cookie: Judge = (value) => {
  const runs = value.match(/[\w.~+/%-]{16,4096}/g) ?? [];
  return !value.startsWith("[") && runs.some(looksRandom) ? whole(value) : null;
};

const AUTHORIZATION_HEADER =
  /authorization:[ \t]{0,8}((?:[a-z]{5,9}[ \t]{1,8})?[\w.~+/=-]{8,8192})/iy;

/** The text of a header, where a scheme stands before the credential. */
const authorizationHeader: Rule = {
  anchor: "hor",
  at(text, anchor) {
    const match = execAt(AUTHORIZATION_HEADER, text, anchor - "aut".length);
    const value = match?.[1] ?? "";
    return match === null
      ? null
      : shifted(authorization(value, "bare:"), lastPart(match, value).start);
  },
};

const COOKIE_HEADER = /cookie:[ \t]{0,8}([\w!#$%&*+.^|~-]{1,64}=[ !#-&(-[\]-~]{8,256})/iy;
const REST_OF_HEADER = /[ !#-&(-[\]-~]{0,4096}/y;

/** The text of a header of cookies, one of which looks random in its beginning. */
const cookieHeader: Rule = {
  anchor: "oki",
  at(text, anchor) {
    const match = execAt(COOKIE_HEADER, text, anchor - "co".length);
    const value = match?.[1] ?? "";
    if (match === null || cookie(value, "bare:") === null) return null;
    const { start, end } = lastPart(match, value);
    return { start, end: end + (matchAt(REST_OF_HEADER, text, end) ?? "").length };
  },
};

const NAMES: readonly Rule[] = [
  named(
    "key",
    0,
    /(?<=(?:api|access|secret|private|signing|account|encryption|master)[_. -]?)key(?:[_-]?id)?/iy,
    strong,
  ),
  // Tools are called `update_password`, and their names stand before what is said of them.
  named(
    "ssw",
    2,
    /(?<!(?:update|change|reset|forgot|check|verify|set|get)[_-])passw(?:or)?d/iy,
    strong,
  ),
  named("phr", 4, /passphrase/iy, strong),
  named("cre", 2, /(?<=(?:client|app|consumer|jwt|shared|webhook)[_. -]?)secret/iy, strong),
  named("cre", 2, /secret/iy, weak),
  named(
    "tok",
    0,
    /(?<=(?:access|auth|refresh|session|security|bearer|api|bot)[_. -]?)token/iy,
    strong,
  ),
  named("tok", 0, /token/iy, weak),
  named("ede", 2, /credentials?/iy, weak),
  named("hor", 3, /authorization/iy, authorization),
  authorizationHeader,
  named("oki", 2, /cookie/iy, cookie),
  cookieHeader,
];

const BY_ANCHOR = new Map<string, Rule[]>();
for (const rule of [...FORMS, privateKey, bearer, userInfo("://"), userInfo(":\\/"), ...NAMES]) {
  const same = BY_ANCHOR.get(rule.anchor);
  if (same === undefined) BY_ANCHOR.set(rule.anchor, [rule]);
  else same.push(rule);
}

/** The three characters, in lower case, one of which stands in or before every credential. */
export const ANCHORS: readonly string[] = [...BY_ANCHOR.keys()];

/** The credential whose anchor stands at `anchor`, when it begins at `from` or later. */
export function secretAt(text: string, anchor: number, from: number): Span | null {
  const rules = BY_ANCHOR.get(text.slice(anchor, anchor + 3).toLowerCase());
  for (const rule of rules ?? []) {
    const span = rule.at(text, anchor);
    if (span !== null && span.start >= from) return span;
  }
  return null;
}

const ANY_ANCHOR = new RegExp(
  ANCHORS.map((anchor) => anchor.replace(/[.\\/]/g, "\\$&")).join("|"),
  "gi",
);

/** Every credential in a text, in order, none within another. */
export function secretsIn(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  ANY_ANCHOR.lastIndex = 0;
  for (;;) {
    const anchor = ANY_ANCHOR.exec(text)?.index;
    if (anchor === undefined) return spans;
    const span = anchor < from ? null : secretAt(text, anchor, from);
    if (span !== null) {
      spans.push(span);
      from = span.end;
    }
    // Anchors may overlap, so that the next one is looked for one character on.
    ANY_ANCHOR.lastIndex = Math.max(anchor + 1, from);
  }
}

function execAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  if (at < 0) return null;
  sticky.lastIndex = at;
  return sticky.exec(text);
}

function matchAt(sticky: RegExp, text: string, at: number): string | null {
  return execAt(sticky, text, at)?.[0] ?? null;
}

/** The span of what a match ends with. */
function lastPart(match: RegExpExecArray, part: string): Span {
  const end = match.index + match[0].length;
  return { start: end - part.length, end };
}

function shifted(span: Span | null, by: number): Span | null {
  return span === null ? null : { start: span.start + by, end: span.end + by };
}
