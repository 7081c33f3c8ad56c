import type { HostileCase } from "./hostile-case";

/** What a format always says of its sample, and its own words for what others have, too. */
type Format = {
  /** Of the whole sample: two episodes. */
  whole: readonly string[];
  /** Of the sample with its second episode refused, besides the refusal. */
  one: readonly string[];
  /** The code for a value that is JSON and no such record. */
  wrong: string;
  /** What differs from all other formats, by the kind of case. */
  own: Readonly<Record<string, string>>;
};

const GARAK = ["warning arm-from-file", "warning interrupted", "warning threshold-assumed"];
const TAU = ["warning arm-from-file", "warning domain-unstated"];
const INSPECT = ["recoded scorer-not-chosen", "warning samples-missing"];
const LOST = "refused | refused empty-source | refused not-json";
const NO_EXPORT = "refused | refused no-campaign | refused not-json";
const CUT_LIST = outcome(1, [...TAU, "warning interrupted"]);
const UNKNOWN = "refused";
const BROKEN_DOCUMENT = "refused | refused not-json";

const FORMATS: Readonly<Record<string, Format>> = {
  agentdojo: {
    whole: ["warning time-zone-assumed"],
    one: ["warning time-zone-assumed"],
    wrong: "not-an-agentdojo-log",
    own: {
      "keys of prototypes": outcome(2, ["warning time-zone-assumed", "warning unknown-field ×3"]),
      blank: outcome(1, ["warning time-zone-assumed"], "not-json"),
      ...Object.fromEntries(
        ["beyond doubles", "twenty digits", "NUL and half a surrogate pair", "CRLF"].map((kind) => [
          kind,
          outcome(2, ["warning time-zone-assumed", "warning unknown-field"]),
        ]),
      ),
      "a field twice": outcome(2, [
        "warning duplicate-field",
        "warning time-zone-assumed",
        "warning unknown-field",
      ]),
    },
  },
  "promptfoo lines": {
    whole: ["recoded recoded-abort", "warning lines-alone"],
    one: ["warning lines-alone"],
    wrong: "not-a-promptfoo-result",
    own: {
      // A last line that is no JSON is one that was being written.
      ...Object.fromEntries(
        ["cut", "NaN", "-Infinity", "a raw NUL", "a trailing comma"].map((kind) => [
          kind,
          outcome(1, ["warning interrupted", "warning lines-alone"], "not-json"),
        ]),
      ),
      "a BOM": outcome(1, ["recoded recoded-abort", "warning lines-alone"], "not-utf8-json"),
    },
  },
  "promptfoo document": {
    whole: ["recoded recoded-abort"],
    one: [],
    wrong: "not-a-promptfoo-result",
    own: {
      cut: BROKEN_DOCUMENT,
      "100,000 levels": BROKEN_DOCUMENT,
      "a BOM": "refused | refused not-utf8-json",
    },
  },
  garak: { whole: GARAK, one: GARAK, wrong: "not-a-garak-attempt", own: garakOwn() },
  "tau-bench": {
    whole: TAU,
    one: TAU,
    wrong: "not-a-tau-bench-try",
    own: { cut: CUT_LIST, "100,000 levels": CUT_LIST, "a BOM": UNKNOWN },
  },
  inspect: {
    whole: INSPECT,
    one: INSPECT,
    wrong: "not-a-sample",
    own: {
      cut: LOST,
      "100,000 levels": LOST,
      NaN: outcome(2, [...INSPECT, "warning not-a-number"]),
      "-Infinity": outcome(2, [...INSPECT, "warning not-a-number"]),
      "a BOM": "refused | refused empty-source | refused not-utf8-json",
    },
  },
  "norn export": {
    whole: ["warning no-transcripts"],
    one: ["warning no-transcripts"],
    wrong: "invalid-row",
    own: {
      ...Object.fromEntries(
        ["cut", "NaN", "-Infinity", "a raw NUL", "a trailing comma"].map((kind) => [
          kind,
          NO_EXPORT,
        ]),
      ),
      "129 levels": NO_EXPORT.replace("not-json", "too-deep"),
      "100,000 levels": NO_EXPORT.replace("not-json", "too-deep"),
      "bytes that are not UTF-8": NO_EXPORT.replace("not-json", "not-utf8"),
      "a BOM": NO_EXPORT.replace("not-json", "not-utf8-json"),
    },
  },
};

function garakOwn(): Record<string, string> {
  const noEntry = outcome(1, GARAK, "not-a-garak-entry");
  const kinds = ["null", "a number", "a text", "a list", "an empty object"];
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, noEntry])),
    "a BOM": outcome(1, GARAK, "not-utf8-json"),
  };
}

function outcome(episodes: number, issues: readonly string[], refused?: string): string {
  const all = refused === undefined ? issues : [...issues, `refused ${refused}`];
  return [`imported ${episodes}`, ...all.toSorted()].join(" | ");
}

/** Kinds of spoiled episodes that are JSON all the same, within its limits. */
const HARMLESS = new Set([
  "whole",
  "CRLF",
  "beyond doubles",
  "twenty digits",
  "NUL and half a surrogate pair",
  "keys of prototypes",
]);
const CODES: Readonly<Record<string, string>> = {
  "129 levels": "too-deep",
  "100,000 levels": "too-deep",
  "bytes that are not UTF-8": "not-utf8",
};
const NO_RECORD = new Set([
  "null",
  "a number",
  "a text",
  "a list",
  "an empty object",
  "wrong type",
]);
const NOT_JSON = new Set(["cut", "NaN", "-Infinity", "a raw NUL", "a trailing comma"]);

/** What has to become of a kind of case in a format. */
export function expectedOf(name: string, kind: string): Pick<HostileCase, "outcome" | "offered"> {
  const format = FORMATS[name];
  if (format === undefined) throw new Error(name);
  const own = format.own[kind];
  if (own !== undefined) return { outcome: own };
  if (HARMLESS.has(kind)) return { outcome: outcome(2, format.whole), offered: 2 };
  if (kind === "a field twice")
    return { outcome: outcome(2, [...format.whole, "warning duplicate-field"]), offered: 2 };
  const code = NO_RECORD.has(kind) ? format.wrong : NOT_JSON.has(kind) ? "not-json" : CODES[kind];
  if (code !== undefined) return { outcome: outcome(1, format.one, code), offered: 2 };
  // No importer knows a single file that is blank, or no UTF-8 JSON.
  return name === "agentdojo"
    ? { outcome: outcome(1, format.one, "not-utf8-json"), offered: 2 }
    : { outcome: UNKNOWN };
}
