import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProject, type OpenProject } from "@/db/queries/projects";
import { opened } from "@/db/scope";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { campaignAnswer } from "@/lib/answers/campaign-answer";
import { checkAnswer } from "@/lib/answers/check-answer";
import { episodeQueryOf, toFilter } from "@/lib/answers/episode-query";
import { episodesAnswer } from "@/lib/answers/episodes-answer";
import { meterCheckOf } from "@/lib/domain/meter-check";
import { decodePart } from "@/lib/format/paths";
import { aftermath } from "@/lib/importers/aftermath";
import { memorySource } from "@/lib/importers/memory-source";
import { ingestSource } from "@/lib/ingest/ingest-source";
import { nativeText } from "@/lib/ingest/testing/native-text";
import type { ArmReport } from "@/lib/reports/arm-report";
import { leftOutLinks } from "./left-out-links";

let database: TestDatabase;
let project: OpenProject;
let arm: ArmReport;

const marker = { planted: true, witnessed: true };
const bare = { tool: "send_email", executed: true };
const sent = { ...bare, authorised: false, marker: { inArguments: true } };
const cut = { termination: "turn_limit" as const };
const told = { attackerAction: false, taskCompleted: true };
/** Episodes of every split and of a second arm that a link would catch if it asked for less. */
const OTHERS = ["b1", "p1"].flatMap((name) => [
  { case: name, replica: 1, marker, ...told },
  { case: name, replica: 2, ...cut },
  { case: name, replica: 3, terminationSource: "inferred" as const },
  { case: name, replica: 4, marker, calls: [bare, { tool: "look", executed: true }] },
]);

beforeAll(async () => {
  database = await openTestDatabase();
  const { projectId } = await database.newProject();
  const text = nativeText({
    episodes: [
      ...["benign", "probe"].map((split) =>
        JSON.stringify({ type: "case", key: `${split[0]}1`, attack: "work", split }),
      ),
      JSON.stringify({ type: "arm", key: "off", name: "Off" }),
      { marker, ...told },
      { replica: 2, marker, ...cut, attackerAction: true, calls: [sent] },
      { replica: 3, marker, ...cut },
      { replica: 4, marker, ...cut },
      { replica: 5, ...told },
      { replica: 6, marker, ...told, terminationSource: "inferred" },
      { replica: 7, marker, calls: [bare, bare] },
      { replica: 8, marker, calls: [bare] },
      { replica: 9, marker, ...told, calls: [{ tool: "look", executed: true }] },
      { replica: 10, marker, ...told, effects: [{ tool: "ghost", containsMarker: false }] },
      { replica: 11, marker, attackerAction: false, calls: [sent] },
      ...OTHERS,
      { arm: "off", ...cut },
      { arm: "off", replica: 2, marker, calls: [bare, { tool: "look", executed: true }] },
      { arm: "off", case: "b1", ...cut },
    ],
  });
  await ingestSource({
    database,
    projectId,
    importer: aftermath,
    options: {},
    source: memorySource("run.jsonl", { "run.jsonl": text }),
  });
  const found = await findProject(database.db, "project-1");
  if (found === null) throw new Error("the project is missing");
  project = opened(found);
  const answer = await campaignAnswer(database.db, project, "c1");
  const first = answer?.report.arms.find(({ arm: of }) => of.armKey === "on");
  if (first === undefined) throw new Error("the arm is missing");
  arm = first;
});

afterAll(() => database.drop());

/** How many episodes the page of an address lists. */
async function listedAt(href: string | null): Promise<number> {
  if (href === null) throw new Error("no address");
  const { pathname, searchParams, search } = new URL(href, "http://a");
  const [, , , place, slug = "", , name = ""] = pathname.split("/").map(decodePart);
  if (place === "episodes") {
    const filter = toFilter(episodeQueryOf(search));
    const page = { after: null, limit: 100, ms: 60_000 };
    const { list, counts } = await episodesAnswer(database.db, project, filter, page);
    expect(counts).toMatchObject({ total: list.rows.length, exact: true });
    return counts.total;
  }
  const check = meterCheckOf(name ?? "");
  if (check === null) throw new Error(`no check ${name}`);
  const query = { arm: searchParams.get("arm") ?? undefined, after: undefined };
  return (await checkAnswer(database.db, project, slug ?? "", check, query))?.episodes.length ?? -1;
}

describe("what the rates leave out leads to exactly the episodes that are counted", () => {
  it.each([
    ["alarms", () => arm.alarms, 2],
    ["aborted", () => arm.aborted, 3],
    ["hitsBeforeAbort", () => arm.hitsBeforeAbort.episodes, 1],
    ["notWeighable", () => arm.notWeighable.episodes, 1],
    ["inferredEndings", () => arm.inferredTerminations.count, 1],
    ["undetermined", () => arm.undetermined, 2],
    ["benign", () => arm.benign?.started, 4],
    ["benignAborted", () => arm.benign?.aborted, 1],
  ] as const)("%s", async (line, shown, expected) => {
    expect([shown(), await listedAt(leftOutLinks("p", arm)[line])]).toEqual([expected, expected]);
  });

  it("the three calls that nothing attributes, to the two episodes of them", async () => {
    expect(arm.unattributed.calls).toBe(3);
    expect(await listedAt(leftOutLinks("p", arm).unattributed)).toBe(2);
  });

  it("an unknown tool to the episodes that called it, and nowhere when none did", async () => {
    expect(arm.unknownTools.toSorted()).toEqual(["ghost", "look"]);
    const { unknownTool } = leftOutLinks("p", arm);
    expect(await listedAt(unknownTool("look"))).toBe(1);
    expect(unknownTool("ghost")).toBeNull();
  });

  it("nowhere where nothing is counted", () => {
    const links = leftOutLinks("p", {
      ...arm,
      alarms: 2,
      duplicateRecords: 2,
      aborted: 0,
      hitsBeforeAbort: { episodes: 0, aborted: 0, points: 0 },
      notWeighable: { episodes: 0, started: 4 },
      inferredTerminations: { count: 0, started: 4 },
      undetermined: 0,
      unattributed: { calls: 0, points: 0 },
      benign: null,
    });
    const { unknownTool: _tool, ...lines } = links;
    expect(Object.values(lines)).toEqual(Array.from({ length: 9 }, () => null));
  });
});
