import type { Span } from "./secret-rule";
import { isReference, looksRandom } from "./secret-values";

/** Judges the value of one kind of name: the span within it that is the credential, or null. */
export type Judge = (value: string, how: "key" | "text" | "bare=" | "bare:") => Span | null;

const whole = (value: string): Span => ({ start: 0, end: value.length });

/** A name that says enough: any value, but in running text only one that is no plain word. */
export const strong: Judge = (value, how) => {
  if (value === "" || isReference(value)) return null;
  return how === "bare:" && !/[\d!@#%^*+_]/.test(value) ? null : whole(value);
};

export const weak: Judge = (value) =>
  looksRandom(value) && !isReference(value) && !value.startsWith("[") ? whole(value) : null;

const AUTHORIZATION =
  /^(?:(basic|digest|token|apikey|negotiate|bearer)\s{1,8})?([\w.~+/=-]{8,8192})$/i;

export const authorization: Judge = (value) => {
  const [, scheme, token = ""] = AUTHORIZATION.exec(value) ?? [];
  const isSecret = scheme?.toLowerCase() === "basic" ? !isReference(token) : looksRandom(token);
  return isSecret ? { start: value.length - token.length, end: value.length } : null;
};

/** A header of cookies (RFC 6265) goes whole when one of them looks random. */
export const cookie: Judge = (value) => {
  const runs = value.match(/[\w.~+/%-]{16,4096}/g) ?? [];
  return !value.startsWith("[") && runs.some(looksRandom) ? whole(value) : null;
};
