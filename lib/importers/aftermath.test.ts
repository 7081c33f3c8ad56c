import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { aftermath } from "./aftermath";
import type { ImportItem } from "./importer";
import { memorySource } from "./memory-source";

const fixture = (name: string) =>
  readFileSync(
    fileURLToPath(new URL(`../../fixtures/aftermath/${name}.jsonl`, import.meta.url)),
    "utf8",
  );

async function read(text: string): Promise<ImportItem[]> {
  const items: ImportItem[] = [];
  for await (const item of aftermath.read(memorySource("f", { f: text }), {})) items.push(item);
  return items;
}

/** Records as `type@line`, issues as `code@line:path`. */
async function outline(text: string): Promise<string[]> {
  return (await read(text)).map((item) => {
    const { line, path } = item.kind === "record" ? item.place : item.issue.place;
    const at = `@${line ?? "-"}`;
    return item.kind === "record" ? item.record.type + at : `${item.issue.code}${at}${path ?? ""}`;
  });
}

const HEAD = ["campaign@1", "arm@2", "arm@3", "case@4"];
const SHORT = ["campaign@1", "arm@2", "case@3"];

describe("the native importer", () => {
  it.each([
    [
      "complete",
      [...HEAD, "case@5", "case@6", "episode@7", "episode@8", "episode@9", "episode@10", "end@11"],
    ],
    [
      "crlf-without-last-ending",
      [...HEAD, "case@5", "case@6", "episode@7", "episode@8", "episode@9", "episode@10", "end@11"],
    ],
    [
      "interrupted",
      [
        ...HEAD,
        "case@5",
        "case@6",
        "episode@7",
        "episode@8",
        "episode@9",
        "episode@10",
        "interrupted@-",
      ],
    ],
    ["truncated", [...HEAD, "case@5", "case@6", "episode@7", "not-json@8", "interrupted@-"]],
    [
      "duplicate",
      [
        ...HEAD,
        "duplicate-arm@5",
        "episode@6",
        "duplicate-case@7",
        "duplicate-episode@8",
        "episode@9",
        "end@10",
      ],
    ],
    [
      "missing-field",
      [
        ...HEAD,
        "invalid-record@5$.case",
        "invalid-record@6$.replica",
        "invalid-record@7$.calls[0].executed",
        "invalid-record@8$.termination",
        "invalid-record@9$.startedAt",
        "episode@10",
        "end@11",
      ],
    ],
    [
      "unknown-type",
      [
        ...SHORT,
        "unknown-record-type@4$.type",
        "not-a-record@5",
        "not-a-record@6",
        "episode@7",
        "end@8",
      ],
    ],
    [
      "unknown-arm-and-case",
      [...SHORT, "episode@4", "unknown-arm@5$.arm", "unknown-case@6$.case", "end@7"],
    ],
    [
      "second-campaign",
      [...SHORT, "episode@4", "second-campaign@5", "episode@6", "end@7", "after-end@8"],
    ],
    ["wrong-order", ["campaign-first@1"]],
    [
      "any-order",
      [
        "campaign@1",
        "case@3",
        "arm@5",
        "case@7",
        "arm@8",
        "case@10",
        "episode@2",
        "episode@4",
        "episode@6",
        "episode@9",
        "end@11",
      ],
    ],
    ["nul-and-surrogate", [...SHORT, "episode@4", "end@5"]],
  ])("%s", async (name, expected) => {
    expect(await outline(fixture(name))).toEqual(expected);
  });

  it("keeps each line exactly as it came", async () => {
    for (const name of ["complete", "nul-and-surrogate", "unknown-fields", "any-order"]) {
      const lines = fixture(name).split("\n");
      for (const item of await read(fixture(name))) {
        if (item.kind !== "record") continue;
        expect(new TextDecoder().decode(item.raw)).toBe(lines[(item.place.line ?? 0) - 1]);
      }
    }
  });

  it("E8: names the byte at which a record begins", async () => {
    const text = fixture("complete");
    const [, second] = await read(text);
    if (second?.kind !== "record") throw new Error("no record");
    expect(second.place.byte).toBe(Buffer.from(text).indexOf("\n") + 1);
  });

  it("moves unknown fields of every level to extra and warns once for each, with count and first place", async () => {
    const items = await read(fixture("unknown-fields"));
    const warnings = items.flatMap((item) =>
      item.kind === "issue"
        ? [
            [
              item.issue.code,
              item.issue.place.line,
              item.issue.place.path,
              item.issue.message.match(/\((\d+) time/)?.[1],
            ],
          ]
        : [],
    );
    expect(warnings).toEqual([
      ["unknown-field", 1, "$.team", "1"],
      ["unknown-field", 4, "$.calls[].latency", "2"],
      ["unknown-field", 4, "$.mood", "2"],
      ["unknown-field", 4, "$.__proto__", "1"],
      ["unknown-field", 4, "$.constructor", "1"],
      ["duplicate-field", 6, undefined, undefined],
    ]);
    const first = items.find((item) => item.kind === "record" && item.record.type === "episode");
    if (first?.kind !== "record" || first.record.type !== "episode") throw new Error("no episode");
    expect(first.record.extra).toEqual({
      mood: "kept before",
      mood_2: "calm",
      __proto___2: { polluted: true },
      constructor: { prototype: 1 },
    });
    expect(first.record.calls?.map((call) => call.extra)).toEqual([{ latency: 3 }, { latency: 4 }]);
    expect(first.record.calls?.[1]?.args).toEqual({ free: { form: 1 } });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("says in one sentence what was expected and what stands there", async () => {
    const messages = (await read(fixture("missing-field"))).flatMap((item) =>
      item.kind === "issue" ? [item.issue.message] : [],
    );
    expect(messages[0]).toBe("$.case: a text was expected, nothing stands there.");
    expect(messages[1]).toBe('$.replica: a number was expected, the text "two" stands there.');
    expect(messages[4]).toBe(
      '$.startedAt: a time with its zone, such as 2026-01-31T12:00:00Z, was expected, the text "2026-03-02 08:01" stands there.',
    );
  });

  it("E8: never quotes more than 200 visible characters of the file", async () => {
    const evil = `\u202e<script>${"A".repeat(500)}`;
    const campaign = fixture("complete").split("\n")[0] ?? "";
    const lines = [
      campaign,
      JSON.stringify({ type: evil }),
      JSON.stringify({
        type: "arm",
        key: "k",
        name: evil,
        guardrail: { name: evil, enabled: evil },
      }),
      JSON.stringify({ type: "arm", key: "k", name: "k", [evil]: 1 }),
      JSON.stringify({ type: "episode", arm: evil, case: evil, replica: 0 }),
    ];
    const issues = (await read(lines.join("\n"))).flatMap((item) =>
      item.kind === "issue" ? [item.issue] : [],
    );
    expect(issues.map(({ code }) => code)).toEqual([
      "unknown-record-type",
      "invalid-record",
      "unknown-arm",
      "unknown-field",
      "interrupted",
    ]);
    for (const { message } of issues) {
      expect(message.match(/A*/g)?.join("").length).toBeLessThanOrEqual(200);
      expect(message).not.toContain("\u202e");
    }
  });

  it("refuses a name longer than an index can hold", async () => {
    const campaign = fixture("complete").split("\n")[0] ?? "";
    const arm = (bytes: number) =>
      JSON.stringify({ type: "arm", key: "ü".repeat(bytes / 2), name: "n" });
    expect(await outline([campaign, arm(1024), arm(1026)].join("\n"))).toEqual([
      "campaign@1",
      "arm@2",
      "name-too-long@3$.key",
      "interrupted@-",
    ]);
  });

  it("refuses a folder of several files", async () => {
    const items = [];
    const source = memorySource("f", {
      ".DS_Store": "x",
      a: fixture("complete"),
      b: fixture("complete"),
    });
    for await (const item of aftermath.read(source, {})) items.push(item);
    expect(items).toEqual([
      {
        kind: "issue",
        issue: {
          severity: "refused",
          code: "several-files",
          message:
            "It holds 2 files (a, b), and records of aftermath/1 are imported one file at a time: give one of these files in place of the folder, and the others after it.",
          place: { file: "a" },
        },
      },
    ]);
  });
});
