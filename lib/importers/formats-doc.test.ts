import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sha256Hex } from "@/lib/importers/read-whole";
import { CAMPAIGN_LIMITS, MAX_EVENTS } from "@/lib/ingest/campaign-limits";
import { MAX_FILE_BYTES } from "@/lib/ingest/sources/file-limit";
import { ZIP_LIMITS } from "@/lib/ingest/sources/zip-limits";
import { MAX_UPLOAD_FILES } from "@/lib/ingest/upload/receive-upload";
import { integer } from "@/lib/format/numbers";
import { TERMINATIONS, TERMINATION_REASONS } from "@/lib/domain/termination";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { aftermath } from "./aftermath";
import { aftermathJsonSchema } from "./json-schema";
import {
  MAX_DEPTH,
  MAX_FIELDS,
  MAX_NAME_BYTES,
  MAX_RECORD_BYTES,
  MAX_STRING_LENGTH,
} from "./limits";
import { IMPORTERS } from "./registry";
import { armFigures, readNative } from "./testing/native-figures";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const DOC = readFileSync(path("docs/formats.md"), "utf8");
const SCHEMA: unknown = JSON.parse(readFileSync(path("docs/aftermath-1.schema.json"), "utf8"));

/** The one fenced block of a language. */
function block(language: string): string {
  const found = [...DOC.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))];
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? "";
}

/** The text below a heading, up to the next one of its level or above. */
function section(heading: string): string {
  const at = DOC.indexOf(`\n${heading}\n`);
  expect(at, heading).toBeGreaterThan(-1);
  const level = heading.split(" ", 1)[0]?.length ?? 0;
  const rest = DOC.slice(at + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${level}} `, "m"));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Rows of the tables of a section, their cells without the space around them. */
function rows(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("|---"))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

const codeIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");

type Node = {
  properties?: Record<string, Node>;
  items?: Node;
  required?: string[];
  const?: unknown;
  oneOf?: Node[];
};
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

describe("the JSON Schema in docs", () => {
  it("is what the records are checked by; write it anew with bin/write-json-schema.ts", () => {
    expect(SCHEMA).toEqual(JSON.parse(JSON.stringify(aftermathJsonSchema())));
  });

  /** A validator made of the published file alone, not of the schemas in the code. */
  const published = z.fromJSONSchema(z.record(z.string(), z.unknown()).parse(SCHEMA));
  const isValid = (line: string) => published.safeParse(JSON.parse(line)).success;

  it("accepts the documented example and every record that an import accepts of the fixtures", async () => {
    const lines = block("jsonl").trim().split("\n");
    expect(lines.filter((line) => !isValid(line))).toEqual([]);
    const folder = path("fixtures/aftermath");
    let records = 0;
    for (const name of readdirSync(folder)) {
      const { items } = await readNative(readFileSync(`${folder}/${name}`));
      for (const item of items) {
        if (item.kind !== "record") continue;
        records += 1;
        expect(isValid(new TextDecoder().decode(item.raw)), name).toBe(true);
      }
    }
    expect(records).toBeGreaterThan(60);
  });

  it.each([
    '{"type":"episode","arm":"a","case":"b","replica":-1}',
    '{"type":"episode","arm":"a","case":"b"}',
    '{"type":"episode","arm":"a","case":"b","replica":0,"termination":"died"}',
    '{"type":"arm","key":"","name":"x"}',
    '{"type":"strange"}',
    '{"type":"case","key":"a","attack":"b","split":"attack","ceiling":1000001}',
  ])("refuses %s", (line) => {
    expect(isValid(line)).toBe(false);
  });
});

describe("docs/formats.md", () => {
  it("tells of every field of every record, and of no other", () => {
    const root = isNode(SCHEMA) ? (SCHEMA.oneOf ?? []) : [];
    const record = (type: string) =>
      root.find(({ properties }) => properties?.["type"]?.const === type) ?? {};
    const campaign = record("campaign").properties ?? {};
    const episode = record("episode").properties ?? {};
    const sections: Record<string, Node> = {
      campaign: record("campaign"),
      manifest: campaign["manifest"] ?? {},
      arm: record("arm"),
      case: record("case"),
      episode: record("episode"),
      attempt: episode["attempts"]?.items ?? {},
      call: episode["calls"]?.items ?? {},
      effect: episode["effects"]?.items ?? {},
      event: episode["events"]?.items ?? {},
      end: record("end"),
    };
    const elsewhere = new Set(["manifest", "attempts", "calls", "effects", "events"]);
    const fieldsOf = (node: Node, prefix = ""): string[] =>
      Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
        if (name === "extra") return [];
        const at = `${prefix}${name}`;
        if (elsewhere.has(name)) return [at];
        if (field.items?.properties) return fieldsOf(field.items, `${at}[].`);
        return field.properties ? fieldsOf(field, `${at}.`) : [at];
      });
    for (const [name, node] of Object.entries(sections)) {
      const fields = rows(section(`#### ${name}`)).filter((cells) => cells.length === 3);
      const told = fields.flatMap(([first = ""]) => codeIn(first));
      const expected = fieldsOf(node);
      const listed = told.filter(
        (field) => !TERMINATION_REASONS.some((reason) => reason === field),
      );
      expect(listed.toSorted(), name).toEqual(expected.toSorted());
      const bold = fields.flatMap(([first = ""]) =>
        [...first.matchAll(/\*\*`([^`]+)`\*\*/g)].map((match) => match[1] ?? ""),
      );
      const flat = bold.map((field) => field.split(/\[\]\.|\./)[0] ?? "");
      const required = name === "manifest" ? ["tools"] : (node.required ?? []);
      expect([...new Set(flat)].toSorted(), name).toEqual([...required].toSorted());
    }
  });

  it("tells of every termination as the table of the code has it", () => {
    const told = rows(section("#### episode"))
      .filter(([first = ""]) => TERMINATION_REASONS.some((reason) => first === `\`${reason}\``))
      .map(([reason, kind, group]) => [codeIn(reason ?? "")[0], kind, group || null]);
    expect(told).toEqual(
      TERMINATION_REASONS.map((reason) => {
        const { class: kind, parityGroup } = TERMINATIONS[reason];
        return [reason, kind, parityGroup];
      }),
    );
  });

  it("tells of every format and each of its options", () => {
    for (const { id, options } of IMPORTERS) {
      if (id === aftermath.id) continue;
      const heading = [...DOC.matchAll(/^### .*$/gm)].find(([line]) =>
        line.endsWith(`(\`${id}\`)`),
      );
      expect(heading, id).toBeDefined();
      const told = /Options: (.*)\.$/m.exec(section(heading?.[0] ?? ""))?.[1] ?? "";
      expect(codeIn(told), id).toEqual(options.map((option) => option.id));
    }
  });

  it("states each limit as the code holds it", () => {
    const GIB = 2 ** 30;
    const MIB = 2 ** 20;
    expect(
      rows(section("## Limits"))
        .slice(1)
        .map(([, most]) => most),
    ).toEqual([
      `${MAX_FILE_BYTES / GIB} GiB`,
      `${MAX_RECORD_BYTES / MIB} MiB`,
      `${MAX_DEPTH} levels`,
      integer(MAX_FIELDS),
      integer(MAX_EVENTS),
      `${MAX_STRING_LENGTH / MIB} MiB of characters`,
      `${integer(MAX_NAME_BYTES)} bytes`,
      integer(MAX_UPLOAD_FILES),
      integer(ZIP_LIMITS.entries),
      integer(ZIP_LIMITS.ratio),
      `${ZIP_LIMITS.unpackedBytes / GIB} GiB`,
      integer(CAMPAIGN_LIMITS.episodes),
      integer(CAMPAIGN_LIMITS.arms),
      integer(CAMPAIGN_LIMITS.cases),
    ]);
  });

  it("links to headings that are there", () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-");
    const there = new Set([...DOC.matchAll(/^#+ (.*)$/gm)].map((match) => slug(match[1] ?? "")));
    const linked = [...DOC.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1] ?? "");
    expect(linked.length).toBeGreaterThan(15);
    expect(linked.filter((anchor) => !there.has(anchor))).toEqual([]);
  });

  it("names the paths of the API as the operations have them", () => {
    const operations = readFileSync(path("lib/api/operations/live-operations.ts"), "utf8");
    for (const tail of ["", "/{live}/records", "/{live}/seal"]) {
      expect(operations).toContain(`path: "/projects/{project}/live-campaigns${tail}"`);
      expect(DOC).toContain(
        `POST /api/v1/projects/{p}/live-campaigns${tail.replace("live", "id")}\``,
      );
    }
  });
});

describe("the documented example", () => {
  it("is imported without an issue, and comes to the figures beside it", async () => {
    const { items, issues } = await readNative(new TextEncoder().encode(block("jsonl")));
    expect(issues).toEqual([]);
    const off = armFigures(items, "off");
    const on = armFigures(items, "on");
    expect([off, on]).toEqual([
      {
        started: 2,
        finished: 1,
        aborted: 1,
        hits: 1,
        damage: 2,
        exposure: 0,
        weighable: 1,
        deniedLegitimate: 0,
        retries: 1,
        alarms: 0,
      },
      {
        started: 2,
        finished: 2,
        aborted: 0,
        hits: 0,
        damage: 0,
        exposure: 2,
        weighable: 2,
        deniedLegitimate: 1,
        retries: 0,
        alarms: 0,
      },
    ]);
    const beside = rows(section("### A complete example")).slice(1);
    expect(beside.map(([, first, second]) => [first, second])).toEqual(
      [off, on]
        .map((arm) => [
          `${arm.started} / ${arm.finished}`,
          `${arm.aborted} of ${arm.started}`,
          `${arm.hits} of ${arm.finished}`,
          `${arm.damage} / ${arm.weighable}`,
          `${arm.exposure} / ${arm.weighable}`,
          `${arm.deniedLegitimate}`,
        ])
        .reduce<string[][]>(
          (pairs, cells) => cells.map((cell, i) => [...(pairs[i] ?? []), cell]),
          [],
        ),
    );
  });
});

describe("the documented refusals", () => {
  const read = async (edit: (lines: string[]) => string[]) => {
    const text = edit(block("jsonl").trim().split("\n")).join("\n");
    return (await readNative(new TextEncoder().encode(text))).issues.map(({ message }) => message);
  };

  it("are said in these words", async () => {
    const [wrong] = await read((lines) =>
      lines.map((line) =>
        line.replace('"replica":1,"termination":"agent', '"replica":"one","termination":"agent'),
      ),
    );
    const [misspelt] = await read((lines) =>
      lines.map((line) => line.replace('"on","case":"tidy"', '"on","case":"forwrad"')),
    );
    for (const message of [wrong, misspelt]) {
      expect(message).toBeDefined();
      expect(section("## What a refusal looks like")).toContain(`"${message ?? ""}"`);
    }
  });
});

describe("the documented Python", () => {
  /**
   * fixtures/aftermath/from-python.jsonl is what Python 3.11 printed for the block of this digest. After
   * a change to the block, run it anew, and write its digest here.
   */
  const MADE_OF = "72784ee85ac7141f3cf48db6b1e4cae073fe8d32be60e486ff2f691d03ed10a8";

  it("wrote the fixture, which is imported without an issue", async () => {
    expect(await sha256Hex(new TextEncoder().encode(block("python")))).toBe(MADE_OF);
    const bytes = readFileSync(path("fixtures/aftermath/from-python.jsonl"));
    const { items, issues } = await readNative(bytes);
    expect(issues).toEqual([]);
    const figures = ["off", "on"].map((arm) => armFigures(items, arm));
    expect(figures.map(({ damage, exposure, weighable }) => [damage, exposure, weighable])).toEqual(
      [
        [6, 0, 3],
        [0, 6, 3],
      ],
    );
  });

  it("has 25 lines at most, and uses the standard library alone", () => {
    const lines = block("python").trim().split("\n");
    expect(lines.length).toBeLessThanOrEqual(25);
    expect(lines.filter((line) => /^\s*(?:import|from)\b/.test(line))).toEqual(["import json"]);
  });
});
