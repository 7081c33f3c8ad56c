import { BEGINNINGS } from "./beginnings";
import { expectedOf } from "./foreign-outcomes";
import { FOREIGN_SAMPLES, type ForeignSample } from "./foreign-samples";
import type { Content, HostileCase } from "./hostile-case";
import { jsonCuts } from "./json-cuts";
import { withField, wrongFields } from "./wrong-types";

const FIELDS =
  '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toJSON":1,"then":1';

/** The second episode's text, spoiled. */
const SPOILED: Readonly<Record<string, (item: string) => string>> = {
  NaN: (item) => item.replace("{", '{"hostile":NaN,'),
  "-Infinity": (item) => item.replace("{", '{"hostile":-Infinity,'),
  "beyond doubles": (item) => item.replace("{", '{"hostile":1e400,'),
  "twenty digits": (item) => item.replace("{", '{"hostile":12345678901234567890,'),
  "a raw NUL": (item) => item.replace("{", '{"hostile":"\0",'),
  "NUL and half a surrogate pair": (item) => item.replace("{", '{"hostile":"\\u0000\\ud800",'),
  "129 levels": (item) => item.replace("{", `{"hostile":${"[".repeat(128)}${"]".repeat(128)},`),
  "100,000 levels": (item) => item.replace("{", `{"hostile":${"[".repeat(100_000)},`),
  "keys of prototypes": (item) => item.replace("{", `{${FIELDS},`),
  "a field twice": (item) => item.replace("{", '{"hostile":1,"hostile":2,'),
  "a trailing comma": (item) => item.replace(/\}$/, ",}"),
  null: () => "null",
  "a number": () => "7",
  "a text": () => '"x"',
  "a list": () => "[]",
  "an empty object": () => "{}",
};

const BYTES: Readonly<Record<string, (text: string) => Content>> = {
  "bytes that are not UTF-8": (text) => Buffer.from(text.replace("hostile", "\u00ff"), "latin1"),
  CRLF: (text) => text.replaceAll("\n", "\r\n"),
};

function casesOf(sample: ForeignSample): HostileCase[] {
  const { format, made, text } = sample;
  const item = JSON.stringify(sample.item);
  const whole = text(item);
  const named = (kind: string, name: string, content: Content, path?: string): HostileCase => ({
    name: `${format}: ${name}`,
    make: () => made(content),
    ...expectedOf(format, kind),
    ...(path === undefined ? {} : { path }),
  });
  const cuts = jsonCuts(whole, whole.indexOf(item));
  const blanks = ["", " \t ", "\n\n\n"];
  const beginnings = format === "agentdojo" ? BEGINNINGS : BEGINNINGS.slice(0, 2);
  const fields = sample.schema === null ? [] : wrongFields(sample.schema);
  return [
    named("whole", "whole", whole),
    ...cuts.map((cut) => named("cut", `cut ${cut.name}`, cut.text)),
    ...Object.entries(SPOILED).map(([name, spoil]) => named(name, name, text(spoil(item)))),
    ...Object.entries(BYTES).map(([name, spoil]) =>
      named(name, name, spoil(text(item.replace("{", '{"x":"hostile",')))),
    ),
    ...beginnings.map(({ name, make, says }) => ({
      ...named(name, name, make(whole)),
      says,
    })),
    ...blanks.map((blank) => named("blank", `only ${JSON.stringify(blank)}`, blank)),
    ...fields
      .filter(({ steps }) => steps.length === 1)
      .map(({ path, steps, value }) => {
        const spoiled = JSON.stringify(withField(sample.item, steps, value));
        return named(
          "wrong type",
          `wrong type of ${path}`,
          text(spoiled),
          sample.at === "$.replicas[1]" ? sample.at : sample.at + path.slice(1),
        );
      }),
  ];
}

export const FOREIGN_CASES: readonly HostileCase[] = FOREIGN_SAMPLES.flatMap(casesOf);
