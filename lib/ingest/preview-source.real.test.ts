import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { mendedDatabase } from "@/lib/importers/testing/real-norn";
import { previewSource } from "./preview-source";
import { openSource } from "./sources/archive-source";

const DATA = fileURLToPath(new URL("../../../shared/data", import.meta.url));

async function previewOf(path: string, options: Record<string, string> = {}) {
  const preview = await previewSource({ source: await openSource(path), options });
  expect(preview.refusal).toBeNull();
  return preview;
}

it("says of AgentDyn's repeat_user_prompt that 66 of 200 attacks ended at the turn limit", async () => {
  const preview = await previewOf(`${DATA}/agentdojo/runs`);
  expect(preview.counts).toMatchObject({ arms: 12, episodes: 1016, refused: 0 });
  const arm = "gpt-4o-mini-2024-07-18-repeat_user_prompt";
  const cut = preview.aborted.filter((row) => row.arm === arm && row.split === "attack");
  expect(cut).toEqual([
    {
      arm,
      split: "attack",
      reason: "turn_limit",
      episodes: 66,
      of: 200,
      fileSays: { defended: 19, attacked: 47, silent: 0, benign: 0, benignDone: 0 },
    },
  ]);
  expect(preview.terminations.map(({ reason, episodes }) => [reason, episodes])).toEqual([
    ["task_done", 927],
    ["turn_limit", 78],
    ["provider_error", 5],
    ["harness_error", 6],
  ]);
});

it("says of Norn's export what became of each replica", async () => {
  const preview = await previewOf(`${DATA}/norn/campaign_1.json`);
  expect(preview.counts).toMatchObject({ arms: 2, cases: 16, episodes: 96, calls: 154 });
  expect(
    preview.terminations.map(({ reason, recorded, inferred }) => [reason, recorded, inferred]),
  ).toEqual([
    ["task_done", 0, 76],
    ["turn_limit", 0, 1],
    ["context_limit", 3, 0],
    ["provider_error", 6, 0],
    ["unknown", 10, 0],
  ]);
  expect(preview.terminations[0]).toMatchObject({
    fileSays: { defended: 20, attacked: 42, silent: 0, benign: 14 },
    becomes: { attack_success: 42, safe_task_unknown: 34 },
  });
});

it("asks which campaign of Norn's database is meant, and reads the one that is chosen", async () => {
  const folder = await mkdtemp(join(tmpdir(), "aftermath-preview-"));
  try {
    const path = await mendedDatabase(folder);
    const open = await previewSource({ source: await openSource(path), options: {} });
    expect(open.refusal).toContain("campaign");
    expect(open.questions.map(({ id, chosen }) => [id, chosen])[0]).toEqual(["campaign", "only"]);
    const chosen = await previewOf(path, { campaign: "1" });
    expect(chosen.counts.episodes).toBe(96);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it("turns the verdict of an Inspect log with its scorer and polarity", async () => {
  const path = `${DATA}/inspect/mmlu-summary-choices.eval`;
  const says = async (options: Record<string, string>) =>
    (await previewOf(path, options)).terminations[0]?.fileSays;
  expect(await says({})).toMatchObject({ defended: 0, attacked: 0, silent: 1 });
  expect(await says({ scorer: "choice" })).toMatchObject({ defended: 1, attacked: 0, silent: 0 });
  expect(await says({ scorer: "choice", polarity: "defended" })).toMatchObject({
    defended: 0,
    attacked: 1,
  });
});
