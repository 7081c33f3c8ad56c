import { expect, it } from "vitest";
import { memorySource } from "./memory-source";
import { recogniseSource } from "./recognise";
import { IMPORTERS } from "./registry";

const LOG = '{"suite_name":"s","pipeline_name":"p","user_task_id":"user_task_0","messages":[]}';

async function outcome(files: Record<string, string | Uint8Array>) {
  const found = await recogniseSource(memorySource("given", files));
  return "refusal" in found ? found.refusal : found.importer.id;
}

it("goes by content, not by name", async () => {
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

it("says what it looked for and what it found", async () => {
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
  expect(found).toEqual({ refusal: "x could be A and B; it must be one of them." });
});
