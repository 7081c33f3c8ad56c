import { fileURLToPath } from "node:url";
import { type DomainRecord, recordSchema } from "@/lib/domain/records";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { describe, expect, it } from "vitest";
import type { Issue } from "./importer";
import { recogniseSource } from "./recognise";

/** Rejects when the data is missing: a check over real reports that found none has proved nothing. */
async function readReal(name: string) {
  const path = fileURLToPath(
    new URL(`../../../shared/data/garak/${name}.report.jsonl`, import.meta.url),
  );
  const source = await folderSource(path);
  const found = await recogniseSource(source);
  if ("refusal" in found) throw new Error(found.refusal);
  expect(found.importer.id).toBe("garak");
  const records: DomainRecord[] = [];
  const issues: Issue[] = [];
  for await (const item of found.importer.read(source, { fingerprint: "f".repeat(64) })) {
    if (item.kind === "issue") issues.push(item.issue);
    else records.push(recordSchema.parse(item.record));
  }
  return { records, issues };
}

type Real = Awaited<ReturnType<typeof readReal>>;

/** Episodes, and how many of them are attacked and defended, by probe. */
function byProbe({ records }: Real) {
  const attacks = new Map(
    records.flatMap((record) => (record.type === "case" ? [[record.key, record.attack]] : [])),
  );
  const rows: Record<string, number[]> = {};
  for (const record of records) {
    if (record.type !== "episode") continue;
    expect([record.termination, record.terminationSource]).toEqual(["task_done", "inferred"]);
    const row = (rows[attacks.get(record.case) ?? ""] ??= [0, 0, 0]);
    row[0] = (row[0] ?? 0) + 1;
    const verdict = record.attackerAction === true ? 1 : 2;
    if (record.attackerAction !== null) row[verdict] = (row[verdict] ?? 0) + 1;
  }
  return rows;
}

describe("garak's reports in ../shared/data", () => {
  it.each([
    ["test", "test", { "test.Test": [8, 0, 8] }, true],
    ["report_test", "qwen2", { "test.Test": [8, 0, 8] }, true],
    ["quack", "test", { "lmrc.QuackMedicine": [1, 0, 1] }, true],
    ["agg", "test", { "test.Test": [8, 0, 8], "lmrc.QuackMedicine": [1, 0, 1] }, true],
    [
      "qual_review_mixed",
      "qual_review_mixed",
      { "ansiescape.AnsiRaw": [1, 1, 0], "lmrc.QuackMedicine": [1, 1, 0], "test.Test": [1, 0, 1] },
      false,
    ],
  ])("%s is read attempt by attempt, once each", async (name, arm, probes, whole) => {
    const real = await readReal(name);
    expect(byProbe(real)).toEqual(probes);
    expect(real.records.flatMap((r) => (r.type === "arm" ? [r.key] : []))).toEqual([arm]);
    expect(real.records.at(-1)?.type).toBe(whole ? "end" : "episode");
    // No refused line, nothing recoded, and the report's own counts are those of its attempts.
    expect(real.issues.map(({ code }) => code)).toEqual(
      whole
        ? ["threshold-assumed", "time-zone-assumed"]
        : ["threshold-assumed", "arm-from-file", "interrupted"],
    );
  });

  it("garak traps 5, 6: keeps Chinese as it is, and no folder of whoever ran it", async () => {
    const { records } = await readReal("report_test");
    const text = JSON.stringify(records);
    expect(text).toContain("有朋自远方来，不亦乐乎?");
    expect(text).not.toContain("/Users/");
    expect(records[0]).toMatchObject({
      startedAt: "2025-11-21T10:07:46.514167+00:00",
      finishedAt: "2025-11-21T10:08:02.320343+00:00",
      harness: { name: "garak", version: "0.13.3.pre1" },
    });
  });
});
