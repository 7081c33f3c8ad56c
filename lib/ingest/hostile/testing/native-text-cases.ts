import { cases, type HostileCase, type Row } from "./hostile-case";
import { EPISODE, episode, FINE, INVALID, native, NOT_JSON, withLine } from "./native-lines";

const TEXTS: Row[] = [
  ["a NUL written as an escape", episode(',"terminationDetail":"a\\u0000b"'), "imported 2"],
  [
    "a raw NUL in a string",
    episode(',"terminationDetail":"a\0b"'),
    NOT_JSON,
    "a control character stands unescaped",
  ],
  ["a raw NUL between fields", episode('\0,"turns":1'), NOT_JSON],
  [
    "a raw tab in a string",
    episode(',"terminationDetail":"a\tb"'),
    NOT_JSON,
    "a control character stands unescaped",
  ],
  [
    "a raw newline in a string",
    episode(',"terminationDetail":"a\nb"'),
    "imported 1 | refused not-json ×2",
  ],
  ["half a surrogate pair", episode(',"terminationDetail":"\\ud800"'), "imported 2"],
  [
    "a surrogate pair the wrong way round",
    episode(',"terminationDetail":"\\udc00\\ud800"'),
    "imported 2",
  ],
  ["half a surrogate pair as a key", episode(',"extra":{"\\ud800":1}'), "imported 2"],
  ["a NUL as a key", episode(',"extra":{"\\u0000":1}'), "imported 2"],
  [
    "an unknown escape",
    episode(',"terminationDetail":"\\x41"'),
    NOT_JSON,
    "an escape that JSON does not know",
  ],
  ["a broken unicode escape", episode(',"terminationDetail":"\\u00g0 and more"'), NOT_JSON],
  ["single quotes", () => native(withLine(6, "{'type':'episode'}")), NOT_JSON],
  ["a bare key", () => native(withLine(6, '{type:"episode"}')), NOT_JSON],
  ["a trailing comma", episode(","), NOT_JSON],
  ["a comment", episode("/* x */"), NOT_JSON],
  [
    "two values on a line",
    () => native(withLine(6, "{} {}")),
    NOT_JSON,
    "there is more text after the end",
  ],
  [
    "a list of records",
    () => native(withLine(6, `[${EPISODE}}]`)),
    "imported 1 | refused not-a-record",
  ],
  ["null", () => native(withLine(6, "null")), "imported 1 | refused not-a-record"],
  ["a text", () => native(withLine(6, '"episode"')), "imported 1 | refused not-a-record"],
  ["a number", () => native(withLine(6, "3")), "imported 1 | refused not-a-record"],
  ["an empty object", () => native(withLine(6, "{}")), "imported 1 | refused not-a-record"],
  [
    "a type that is a list",
    () => native(withLine(6, '{"type":["episode"]}')),
    "imported 1 | refused not-a-record",
  ],
  [
    "an unknown type",
    () => native(withLine(6, '{"type":"epis\\u202eode"}')),
    "imported 1 | refused unknown-record-type",
    "epis\\u{202e}ode",
  ],
  [
    "a type of a prototype",
    () => native(withLine(6, '{"type":"__proto__"}')),
    "imported 1 | refused unknown-record-type",
  ],
  [
    "a type that every object has",
    () => native(withLine(6, '{"type":"constructor"}')),
    "imported 1 | refused unknown-record-type",
  ],
  [
    "bidi and invisible characters in a name",
    () => native(withLine(6, EPISODE.replace('"on"', '"o\\u202e\\u200bn"') + "}")),
    "imported 1 | refused unknown-arm",
    "o\\u{202e}\\u{200b}n",
  ],
  [
    "a terminal's control characters in a name",
    () => native(withLine(6, EPISODE.replace('"k1"', '"\\u001b[2J"') + "}")),
    "imported 1 | refused unknown-case",
    "\\u{1b}[2J",
  ],
  [
    "a time without a zone",
    episode(',"startedAt":"2026-01-01T00:00:00"'),
    INVALID,
    "a time with its zone",
  ],
  ["a thirtieth of February", episode(',"startedAt":"2026-02-30T00:00:00Z"'), INVALID],
  ["the year 0", episode(',"startedAt":"0000-01-01T00:00:00Z"'), FINE],
  ["a year after 9999 by its zone", episode(',"startedAt":"9999-12-31T23:59:59-23:59"'), FINE],
  ["markup in a name", episode(',"terminationDetail":"<script>alert(1)</script>"'), FINE],
  ["a formula in a name", episode(',"terminationDetail":"=cmd|x!A1"'), FINE],
  ["SQL in a name", episode(',"terminationDetail":"\'; drop table episodes; --"'), FINE],
];

/** Bytes that are no text, in the place of the second episode's detail. */
const foreign =
  (...bytes: number[]) =>
  () => {
    const [before = "", after = ""] = withLine(6, `${EPISODE},"terminationDetail":"@"}`).split("@");
    return native(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]));
  };
const NOT_UTF8 = "imported 1 | refused not-utf8";

const BYTES: Row[] = [
  ["Latin-1", foreign(0xe9, 0x20), NOT_UTF8, "The bytes here are not UTF-8"],
  ["an overlong slash", foreign(0xc0, 0xaf), NOT_UTF8],
  ["an overlong NUL", foreign(0xc0, 0x80), NOT_UTF8],
  ["a surrogate in UTF-8", foreign(0xed, 0xa0, 0x80), NOT_UTF8],
  ["beyond Unicode", foreign(0xf4, 0x90, 0x80, 0x80), NOT_UTF8],
  ["half a character", foreign(0xe2, 0x82), NOT_UTF8],
  ["a continuation alone", foreign(0x80), NOT_UTF8],
  ["0xff", foreign(0xff), NOT_UTF8],
];

/** Texts that hide something, and bytes that are none. */
export const TEXT_CASES: readonly HostileCase[] = [
  ...cases("native text", TEXTS),
  ...cases("native bytes", BYTES),
];
