import {
  armSchema,
  campaignSchema,
  caseSchema,
  endSchema,
  episodeSchema,
} from "@/lib/domain/records";
import { nativeText } from "../../testing/native-text";
import { FULL_ARM, FULL_CAMPAIGN, FULL_CASE, FULL_END, FULL_EPISODE } from "./full-records";
import {
  cases,
  type Content,
  type HostileCase,
  type Made,
  oneFile,
  type Row,
} from "./hostile-case";
import { jsonCuts } from "./json-cuts";
import { withField, wrongFields } from "./wrong-types";

const native = (content: Content): Made => oneFile("run.jsonl", content);

/** Campaign, arm, two cases, two episodes on lines 5 and 6, end. */
const WHOLE = nativeText({
  episodes: [{}, { replica: 2, terminationDetail: 'said "no"', durationMs: 12.5 }],
});
const LINES = WHOLE.split("\n");
const upTo = (line: number) => LINES.slice(0, line).join("\n").length + 1;

/** The file with `text` in the place of one line, counted from 1. */
function withLine(line: number, text: string): string {
  return LINES.map((old, index) => (index === line - 1 ? text : old)).join("\n");
}

const EPISODE = '{"type":"episode","arm":"on","case":"k1","replica":2,"termination":"task_done"';
/** The second episode with more text before its last brace. */
const episode = (more: string) => () => native(withLine(6, `${EPISODE}${more}}`));

const CUTS: HostileCase[] = [
  ...jsonCuts(LINES.slice(0, 1).join(""), 0).map(({ name, text }): HostileCase => ({
    name: `native: cut ${name} of the campaign`,
    make: () => native(text),
    outcome: text.includes('"type":"campaign"')
      ? "refused | refused campaign-first | refused not-json"
      : "refused",
  })),
  ...jsonCuts(LINES.slice(0, 2).join("\n"), upTo(1)).map(({ name, text }): HostileCase => ({
    name: `native: cut ${name} of the arm`,
    make: () => native(text),
    outcome: "refused | refused not-json | warning interrupted",
    says: "First reason, at line 2: This is not JSON: it ends ",
  })),
  ...jsonCuts(LINES.slice(0, 6).join("\n"), upTo(5)).map(({ name, text }): HostileCase => ({
    name: `native: cut ${name} of an episode`,
    make: () => native(text),
    outcome: "imported 1 | refused not-json | warning interrupted",
    // Where only a digit stands after the point, the number is what is wrong.
    says: name === "in a number" ? "a comma or } was expected" : "This is not JSON: it ends ",
    offered: 2,
  })),
  {
    name: "native: cut after the last brace of an episode",
    make: () => native(LINES.slice(0, 6).join("\n")),
    outcome: "imported 2 | warning interrupted",
    offered: 2,
  },
];

/** Every field of every record type with a value of a kind that it does not take. */
function wrongTypes(): HostileCase[] {
  const record = (line: number, full: object, schema: Parameters<typeof wrongFields>[0]) =>
    wrongFields(schema).map((field) => {
      const spoiled = JSON.stringify(withField(full, field.steps, field.value));
      const type = String(Reflect.get(full, "type"));
      const text = [
        line === 1 ? spoiled : JSON.stringify(FULL_CAMPAIGN),
        ...LINES.slice(1, 5),
        line === 2 ? spoiled : JSON.stringify(FULL_ARM),
        line === 3 ? spoiled : JSON.stringify(FULL_CASE),
        line === 4 ? spoiled : JSON.stringify(FULL_EPISODE),
        line === 5 ? spoiled : JSON.stringify(FULL_END),
      ].join("\n");
      return { name: `native: wrong type of ${field.path} of ${type}`, text, path: field.path };
    });
  const all = (outcome: string, list: { name: string; text: string; path: string }[]) =>
    list.map(({ name, text, path }): HostileCase => ({
      name,
      make: () => native(text),
      outcome,
      path,
    }));
  return [
    ...all(
      "refused | refused campaign-first | refused invalid-record",
      record(1, FULL_CAMPAIGN, campaignSchema),
    ),
    ...all("imported 2 | refused invalid-record", record(2, FULL_ARM, armSchema)),
    ...all("imported 2 | refused invalid-record", record(3, FULL_CASE, caseSchema)),
    ...all("imported 1 | refused invalid-record", record(4, FULL_EPISODE, episodeSchema)),
    ...all(
      "imported 2 | refused invalid-record | warning interrupted",
      record(5, FULL_END, endSchema),
    ),
  ];
}

const NOT_JSON = "imported 1 | refused not-json";
const INVALID = "imported 1 | refused invalid-record";
const FINE = "imported 2";

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

const DUPLICATES: Row[] = [
  [
    "episode",
    () => native(withLine(6, LINES[4] ?? "")),
    "imported 1 | refused duplicate-episode",
    "those of the episode on line 5",
  ],
  ["arm", () => native(withLine(4, LINES[1] ?? "")), "imported 2 | refused duplicate-arm"],
  [
    "arm with another name",
    () => native(withLine(4, '{"type":"arm","key":"on","name":"Other"}')),
    "imported 2 | refused duplicate-arm",
  ],
  ["case", () => native(withLine(4, LINES[2] ?? "")), "imported 2 | refused duplicate-case"],
  ["campaign", () => native(withLine(4, LINES[0] ?? "")), "imported 2 | refused second-campaign"],
  ["end", () => native(`${WHOLE}${LINES[6]}\n`), "imported 2 | refused after-end"],
  ["file after its end", () => native(WHOLE + WHOLE), "imported 2 | refused after-end ×7"],
  ["field", episode(',"turns":1,"turns":2'), "imported 2 | warning duplicate-field"],
  [
    "field of the key",
    episode(',"arm":"off"'),
    "imported 1 | refused unknown-arm | warning duplicate-field",
  ],
  [
    "field in a call",
    episode(',"calls":[{"tool":"t","tool":"u","executed":true}]'),
    "imported 2 | warning duplicate-field",
  ],
  [
    "field written with an escape",
    episode(',"turns":1,"t\\u0075rns":2'),
    "imported 2 | warning duplicate-field",
  ],
  [
    "type",
    () => native(withLine(6, `${EPISODE},"type":"end"}`)),
    "imported 1 | refused after-end | warning duplicate-field | warning unknown-field ×4",
  ],
];

const ORDERS: Row[] = [
  [
    "no campaign",
    () => native(LINES.slice(1).join("\n")),
    "refused | refused campaign-first",
    "The first record must be a whole `campaign`",
  ],
  [
    "campaign last",
    () => native([...LINES.slice(1, 6), LINES[0]].join("\n")),
    "refused | refused campaign-first",
  ],
  [
    "episodes before arms and cases",
    () => native([LINES[0], LINES[5], LINES[4], LINES[3], LINES[2], LINES[1], LINES[6]].join("\n")),
    FINE,
  ],
  [
    "end before the episodes",
    () => native([...LINES.slice(0, 4), LINES[6], LINES[4], LINES[5]].join("\n")),
    "refused | refused after-end ×2",
    "It stands after the `end` record of line 5",
  ],
  ["no arm", () => native(withLine(2, "")), "refused | refused unknown-arm ×2"],
  ["no case", () => native(withLine(3, "")), "refused | refused unknown-case ×2"],
  [
    "no episode",
    () => native(LINES.slice(0, 4).join("\n")),
    "refused | warning interrupted",
    "no episode was found",
  ],
  [
    "only a campaign",
    () => native(LINES[0] ?? ""),
    "refused | warning interrupted",
    "no episode was found",
  ],
  ["only an end", () => native('{"type":"end"}'), "refused | refused campaign-first"],
  [
    "another version",
    () => native(WHOLE.replace("aftermath/1", "aftermath/2")),
    "refused | refused campaign-first | refused invalid-record",
    '"aftermath/1" was expected',
  ],
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

export const NATIVE_CASES: readonly HostileCase[] = [
  ...CUTS,
  ...wrongTypes(),
  ...cases("native number", NUMBERS),
  ...cases("native text", TEXTS),
  ...cases("native bytes", BYTES),
  ...cases("native keys", KEYS),
  ...cases("native twice, a", DUPLICATES),
  ...cases("native order", ORDERS),
  ...cases("native size", SIZES).map(heavy),
];
