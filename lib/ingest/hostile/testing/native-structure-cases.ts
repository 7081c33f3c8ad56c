import {
  armSchema,
  campaignSchema,
  caseSchema,
  endSchema,
  episodeSchema,
} from "@/lib/domain/records";
import { FULL_ARM, FULL_CAMPAIGN, FULL_CASE, FULL_END, FULL_EPISODE } from "./full-records";
import { cases, type HostileCase, type Row } from "./hostile-case";
import { jsonCuts } from "./json-cuts";
import { withField, wrongFields } from "./wrong-types";
import { EPISODE, episode, FINE, LINES, native, upTo, WHOLE, withLine } from "./native-lines";

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

/** Cut, of wrong types, twice, in another order. */
export const STRUCTURE_CASES: readonly HostileCase[] = [
  ...CUTS,
  ...wrongTypes(),
  ...cases("native twice, a", DUPLICATES),
  ...cases("native order", ORDERS),
];
