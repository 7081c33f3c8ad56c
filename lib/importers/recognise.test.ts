import { expect, it } from "vitest";
import { memorySource } from "./memory-source";
import { recogniseSource } from "./recognise";
import { IMPORTERS } from "./registry";

const LOG = '{"suite_name":"s","pipeline_name":"p","user_task_id":"user_task_0","messages":[]}';

async function outcome(files: Record<string, string | Uint8Array>) {
  const found = await recogniseSource(memorySource("given", files));
  return "refusal" in found ? found.refusal : found.importer.id;
}

it("E6: goes by content, not by name", async () => {
  expect(await outcome({ "run.eval": '{"type":"campaign","format":"aftermath/1"' })).toBe(
    "aftermath",
  );
  expect(await outcome({ "notes.txt": LOG })).toBe("agentdojo");
  expect(await outcome({ "a/LICENSE": "MIT", "b/x.json": LOG, "b/.DS_Store": "{" })).toBe(
    "agentdojo",
  );
  expect(
    await outcome({ "x.json": `{"messages":["${"x".repeat(70_000)}"],"suite_name":"s"}` }),
  ).toMatch(/^No known/);
  const late = `{"attack_type":"a","messages":["${"x".repeat(70_000)}"],"suite_name":"s"}`;
  expect(await outcome({ "x.json": late })).toBe("agentdojo");
});

it("E6: says what it looked for and what it found", async () => {
  const refusal = await outcome({ "x.json": '{"version":3,"\u202e":1}' });
  expect(refusal).toMatch(/^No known format\. Looked for /);
  for (const { label } of IMPORTERS) expect(refusal).toContain(`${label}: `);
  expect(refusal).toContain(
    "Aftermath records (JSON Lines, aftermath/1): a first line that is a JSON object whose `type` is one of campaign, arm, case, episode, end; ",
  );
  expect(refusal).toMatch(/Found x\.json, which begins with: \{"version":3,"\\u\{202e\}":1\}\.$/);
  expect(await outcome({ "x.gz": new Uint8Array([0x1f, 0x8b]) })).toContain("a gzip archive");
  expect(await outcome({ x: "" })).toContain("Found x, which is empty.");
  expect(await outcome({ ".DS_Store": "x" })).toBe("There is no file in given.");
});

it.each<[string, string | Uint8Array, string]>([
  ["an empty object", "{}", "begins with: {}"],
  ["a page", "<!doctype html><title>x</title>", "begins with: <!doctype html><title>x</title>"],
  ["another table", "a,b\r\n\r\n1,\t2\n", "begins with: a,b 1, 2"],
  [
    "a pickle",
    new Uint8Array([0x80, 4, 0x95, 0]),
    "is no text in UTF-8; its first bytes are 80 04 95 00",
  ],
  [
    "Latin-1",
    new Uint8Array([0x63, 0xe9, 10]),
    "is no text in UTF-8; its first bytes are 63 e9 0a",
  ],
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47]), "begins with a PNG picture"],
  [
    "UTF-16",
    new Uint8Array([0xff, 0xfe, 0x7b, 0]),
    "begins with UTF-16 text (little endian); save the file as UTF-8",
  ],
  ["a chat", '{"messages":[]}', 'begins with: {"messages":[]}'],
  ["a hitlog", '{"goal":"g","score":1}', 'begins with: {"goal":"g","score":1}'],
  ["half of tau-bench", '[{"task_id":1,"reward":0}]', 'begins with: [{"task_id":1,"reward":0}]'],
  ["a record without a type", '{"format":"aftermath/1"}', 'begins with: {"format":"aftermath/1"}'],
  ["brackets", "[".repeat(100_000), `begins with: ${"[".repeat(80)}…`],
  ["a cut character", "é".repeat(120) + "a", `begins with: ${"é".repeat(80)}…`],
  ["white space", " \n\t\n", "begins with white space alone"],
])("of %s says what was found", async (_, content, found) => {
  const refusal = await outcome({ x: content });
  expect(refusal).toMatch(/^No known format\. Looked for /);
  expect(refusal.split(". Found ")[1]).toBe(`x, which ${found}.`);
  expect(refusal.length).toBeLessThan(1600);
});

it("E6: refuses two formats in one file by their names", async () => {
  const both =
    '{"version":2,"eval":{},"status":"x","evalId":"e","results":{"version":3,"results":[]}}';
  expect(await outcome({ x: both })).toMatch(
    /^x could be promptfoo results .* or Inspect AI log .*: it holds what each of them is known by, and must be one of them alone\. Found x, which begins with: \{"version":2,/,
  );
});

it("refuses two candidates", async () => {
  const always = {
    id: "a",
    label: "A",
    version: 1,
    options: [],
    read: () => (async function* () {})(),
    recognises: () => ({ recognised: true as const }),
  };
  const found = await recogniseSource(memorySource("given", { x: "{}" }), [
    always,
    { ...always, label: "B" },
  ]);
  expect(found).toEqual({
    refusal:
      "x could be A or B: it holds what each of them is known by, and must be one of them alone. Found x, which begins with: {}.",
  });
});
