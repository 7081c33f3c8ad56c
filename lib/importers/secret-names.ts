import { authorization, cookie, type Judge, strong, weak } from "./secret-judges";
import { execAt, lastPart, matchAt, type Rule, shifted } from "./secret-rule";
import { quotedEnd } from "./secret-values";

/** What may stand between a name and its value: `": "`, `\": \"`, `=`, `: `. */
const BETWEEN = /(\\{0,15})(["'`]?)[ \t\r\n]{0,8}([:=])[ \t\r\n]{0,16}(?:(\\{0,15})(["'`]))?/y;
/** A value without quotes. Brackets, `$` and `<` are of code, of references and of placeholders. */
const BARE = /(?!=)[^ \t\r\n\f\v"'`\\,;&()[\]{}<>$|]{6,1024}/y;
const MAX_BARE = 1024;

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

/** Credentials that are known by the name before them. */
export const NAME_RULES: readonly Rule[] = [
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
