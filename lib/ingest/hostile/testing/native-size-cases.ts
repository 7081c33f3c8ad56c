import { cases, type HostileCase, type Row } from "./hostile-case";
import {
  EPISODE,
  episode,
  FINE,
  INVALID,
  LINES,
  native,
  NOT_JSON,
  WHOLE,
  withLine,
} from "./native-lines";

const PROTO =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toJSON":1,"then":1}';
const inside = PROTO.slice(1, -1);

const KEYS: Row[] = [
  ["of prototypes in an episode", episode(`,${inside}`), "imported 2 | warning unknown-field ×4"],
  ["of prototypes in `extra`", episode(`,"extra":${PROTO}`), FINE],
  [
    "of prototypes in a call's arguments",
    episode(`,"calls":[{"tool":"t","executed":true,"args":${PROTO},"result":${PROTO}}]`),
    FINE,
  ],
  [
    "of prototypes in a marker",
    episode(`,"marker":{"planted":true,"witnessed":true,${inside}}`),
    "imported 2 | warning unknown-field ×4",
  ],
  [
    "of prototypes in the campaign",
    () => native(withLine(1, (LINES[0] ?? "").replace(/\}$/, `,${inside}}`))),
    "imported 2 | warning unknown-field ×4",
  ],
  [
    "of prototypes in a tool of the manifest",
    () => native(withLine(1, (LINES[0] ?? "").replace('"role":"send"', `"role":"send",${inside}`))),
    "imported 2 | warning unknown-field ×4",
  ],
  [
    "of prototypes in an arm's configuration",
    () => native(withLine(2, `{"type":"arm","key":"on","name":"On","config":${PROTO}}`)),
    FINE,
  ],
  [
    "of prototypes in the end",
    () => native(withLine(7, `{"type":"end",${inside}}`)),
    "imported 2 | warning unknown-field ×4",
  ],
  [
    "named __proto__ of arm and case",
    () => native(WHOLE.replaceAll('"on"', '"__proto__"').replaceAll('"k1"', '"constructor"')),
    FINE,
  ],
  [
    "named __proto__ of campaign, attack and tool",
    () =>
      native(
        WHOLE.replaceAll('"c1"', '"__proto__"')
          .replaceAll('"a1"', '"toString"')
          .replaceAll("send_email", "valueOf"),
      ),
    FINE,
  ],
  [
    "a hundred thousand unknown ones",
    episode(`,"extra":{${Array.from({ length: 100_000 }, (_, i) => `"f${i}":0`).join()}}`),
    "imported 1 | refused too-many-fields",
    "It holds an object of more than 10000 fields.",
  ],
  [
    "ten thousand unknown ones",
    episode(`,"extra":{${Array.from({ length: 10_000 }, (_, i) => `"f${i}":0`).join()}}`),
    FINE,
  ],
  [
    "five thousand that the format does not know",
    episode(`,${Array.from({ length: 5000 }, (_, i) => `"f${i}":0`).join()}`),
    "imported 2 | warning more-warnings | warning unknown-field ×1000",
  ],
  ["an empty one", episode(',"":1'), "imported 2 | warning unknown-field"],
  [
    "a very long one",
    episode(`,"${"k".repeat(1_000_000)}":1`),
    "imported 2 | warning unknown-field",
  ],
  [
    "one with control and bidi characters",
    episode(',"a\\u0000\\u202e\\n":1'),
    "imported 2 | warning unknown-field",
  ],
];

const NUMBERS: Row[] = [
  ["NaN", episode(',"durationMs":NaN'), NOT_JSON, "NaN stands where a value was expected"],
  ["Infinity", episode(',"durationMs":Infinity'), NOT_JSON, "Infinity stands where a value"],
  ["-Infinity", episode(',"durationMs":-Infinity'), NOT_JSON, "-Infinity stands where a value"],
  ["undefined", episode(',"durationMs":undefined'), NOT_JSON, "a value was expected"],
  ["a number beyond doubles", episode(',"durationMs":1e400'), INVALID, "$.durationMs"],
  ["a number of twenty digits", episode(',"turns":12345678901234567890'), INVALID, "$.turns"],
  [
    "twenty digits in a call's arguments",
    episode(',"calls":[{"tool":"t","executed":true,"args":12345678901234567890}]'),
    FINE,
  ],
  [
    "beyond doubles in a call's arguments",
    episode(',"calls":[{"tool":"t","executed":true,"args":1e400}]'),
    FINE,
  ],
  ["a negative zero", episode(',"turns":-0'), FINE],
  ["a negative count", episode(',"turns":-1'), INVALID, "a number of at least 0"],
  ["half a turn", episode(',"turns":1.5'), INVALID, "a whole number"],
  ["a leading zero", episode(',"turns":01'), NOT_JSON],
  ["a plus sign", episode(',"turns":+1'), NOT_JSON],
  ["no digit before the point", episode(',"durationMs":.5'), NOT_JSON],
  ["no digit after the point", episode(',"durationMs":5.'), NOT_JSON],
  ["hexadecimal", episode(',"turns":0x10'), NOT_JSON],
  [
    "a replica beyond what is exact",
    () => native(withLine(6, EPISODE.replace(":2,", ":9007199254740993,") + "}")),
    INVALID,
    "$.replica",
  ],
  ["more cost than anything real", episode(',"costUsd":1e10'), INVALID, "at most 1000000000"],
];

const deep = (levels: number, open: string, close: string) =>
  // The record is one level, `extra` another.
  episode(`,"extra":{"a":${open.repeat(levels - 2)}1${close.repeat(levels - 2)}}`);
const TOO_DEEP = "imported 1 | refused too-deep";
const MIB = 2 ** 20;

const SIZES: Row[] = [
  ["127 levels", deep(127, "[", "]"), FINE],
  ["128 levels", deep(128, "[", "]"), FINE],
  ["129 levels", deep(129, "[", "]"), TOO_DEEP, "nested deeper than 128 levels"],
  ["128 levels of objects", deep(128, '{"a":', "}"), FINE],
  ["129 levels of objects", deep(129, '{"a":', "}"), TOO_DEEP],
  ["100,000 levels", deep(100_000, "[", "]"), TOO_DEEP],
  ["a million brackets that never close", episode(`,"extra":${"[".repeat(1_000_000)}`), TOO_DEEP],
  ["brackets in a string", episode(`,"terminationDetail":"${"[".repeat(100_000)}"`), FINE],
  ["a key of 1024 bytes", () => native(WHOLE.replaceAll('"on"', `"${"k".repeat(1024)}"`)), FINE],
  [
    "a key of 1025 bytes",
    () => native(WHOLE.replaceAll('"k2"', `"${"k".repeat(1025)}"`)),
    "imported 2 | refused name-too-long",
  ],
  [
    "a key of 1025 bytes in 342 characters",
    () => native(WHOLE.replaceAll('"k2"', `"${"€".repeat(341)}éé"`)),
    "imported 2 | refused name-too-long",
  ],
  [
    "an arm's name of a megabyte",
    () => native(WHOLE.replace('"On"', `"${"n".repeat(1_000_000)}"`)),
    "refused | refused name-too-long | refused unknown-arm ×2",
  ],
  ["a line of 20 MB", episode(`,"terminationDetail":"${"x".repeat(20_000_000)}"`), FINE],
  ["20 MB of spaces", () => native(withLine(6, " ".repeat(20_000_000))), "imported 1"],
  ["20 MB of a number", episode(`,"turns":${"9".repeat(20_000_000)}`), INVALID],
  [
    "20 MB of unclosed string",
    () => native(withLine(6, `{"type":"${"x".repeat(20_000_000)}`)),
    NOT_JSON,
    "it ends inside a string",
  ],
  [
    "a string of 33 MiB",
    episode(`,"terminationDetail":"${"x".repeat(33 * MIB)}"`),
    "imported 1 | refused string-too-long",
    "a string of more than 33554432 characters",
  ],
  [
    "a line of 70 MiB",
    () => native(withLine(6, "x".repeat(70 * MIB))),
    "imported 1 | refused record-too-large",
    "The line has 73400320 bytes; a record may have 64 MiB.",
  ],
  [
    "a million empty objects as lines",
    () => native(LINES.slice(0, 5).join("\n") + "\n{}".repeat(1_000_000)),
    "imported 1 | refused not-a-record ×1000000 | warning interrupted",
  ],
  [
    "a million empty objects in a record",
    episode(`,"extra":{"a":[${"{},".repeat(999_999)}{}]}`),
    FINE,
  ],
  ["a million empty lines", () => native(WHOLE.replace("\n", "\n".repeat(1_000_000))), FINE],
  [
    "twenty thousand calls",
    episode(
      `,"calls":[${Array.from({ length: 20_000 }, () => '{"tool":"t","executed":true}').join()}]`,
    ),
    FINE,
  ],
];

const heavy = (item: HostileCase): HostileCase =>
  /million|MB|MiB|thousand/.test(item.name) ? { ...item, isHeavy: true } : item;

/** Numbers, keys and sizes beyond what is usual. */
export const SIZE_CASES: readonly HostileCase[] = [
  ...cases("native number", NUMBERS),
  ...cases("native keys", KEYS),
  ...cases("native size", SIZES).map(heavy),
];
