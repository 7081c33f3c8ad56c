import { fileURLToPath } from "node:url";
import { type EpisodeRecord, recordSchema } from "@/lib/domain/records";
import { folderSource } from "@/lib/ingest/sources/folder-source";
import { expect, it } from "vitest";
import type { Issue } from "./importer";
import { recogniseSource } from "./recognise";

/** Rejects when the data is missing: a check over real trajectories that found none has proved nothing. */
it("reads the 24 tries of ../shared/data/tau-bench", async () => {
  const name = "gpt-4o-airline.first24";
  const path = fileURLToPath(
    new URL(`../../../shared/data/tau-bench/${name}.json`, import.meta.url),
  );
  const source = await folderSource(path);
  const found = await recogniseSource(source);
  if ("refusal" in found) throw new Error(found.refusal);
  expect(found.importer.id).toBe("tau-bench");
  const episodes: EpisodeRecord[] = [];
  const issues: Issue[] = [];
  for await (const item of found.importer.read(source, {})) {
    if (item.kind === "issue") issues.push(item.issue);
    else {
      const record = recordSchema.parse(item.record);
      if (record.type === "episode") episodes.push(record);
    }
  }
  expect(issues.map(({ code }) => code)).toEqual(["arm-from-file", "domain-unstated"]);
  expect(episodes).toHaveLength(24);
  // No row of this file is a crash; 22 ended by the user, 2 by handing over to a person.
  expect(episodes.filter(({ termination }) => termination !== "task_done")).toEqual([]);
  const handed = episodes.filter(({ terminationDetail }) => terminationDetail?.includes("handed"));
  expect(handed.map((episode) => episode.case)).toEqual(["task 4", "task 18"]);
  const done = episodes.filter(({ taskCompleted }) => taskCompleted === true);
  expect(done.map((episode) => episode.case)).toEqual(
    [6, 11, 12, 18, 20].map((task) => `task ${task}`),
  );
  const calls = episodes.flatMap((episode) => episode.calls ?? []);
  expect([calls.length, calls.filter(({ executed }) => executed).length]).toEqual([137, 137]);
});
