import { execAt, lastPart, matchAt, type Rule } from "./secret-rule";
import { isReference, MAX_SECRET } from "./secret-values";

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
      const match = execAt(pattern, text, anchorAt - back);
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

/** Credentials that are known by how they look, whatever stands before them. */
export const FORM_RULES: readonly Rule[] = [
  ...FORMS,
  privateKey,
  bearer,
  userInfo("://"),
  userInfo(":\\/"),
];
