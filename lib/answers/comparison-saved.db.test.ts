import { opened } from "@/db/scope";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { findCampaign } from "@/db/queries/campaigns";
import { searchArms } from "@/db/queries/arm-search";
import { changePolicy } from "@/db/queries/policies";
import { findProject, type OpenProject } from "@/db/queries/projects";
import { listSavedComparisons } from "@/db/queries/saved-comparisons";
import { savedComparisons } from "@/db/schema/saved-comparisons";
import { EXAMPLE_PROJECT } from "@/db/seed/scenarios/four-campaigns";
import { seedExample } from "@/db/seed/seed-example";
import { openTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { SYSTEM } from "@/lib/domain/actor";
import { VERSION } from "@/lib/domain/version";
import { cssText } from "@/lib/format/css-text";
import { instant } from "@/lib/format/time";
import { flippedEpisodes } from "./comparison-flips";
import { savedAnswer, saveComparison, savingOf } from "./comparison-saved";
import { namedComparison } from "./named-comparison";
import { sealAnswer } from "./seal-answer";
import { comparisonReportFile } from "./report-document-comparison";

let database: TestDatabase;
let project: OpenProject;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedExample(database);
  const found = await findProject(database.db, EXAMPLE_PROJECT.slug);
  if (found === null) throw new Error("no example");
  project = opened(found);
});
afterAll(() => database.drop());

const OPEN = {
  baseline: ["nightly-3/guardrail-off"],
  candidate: ["nightly-4/guardrail-on"],
};
const SHUT = { baseline: ["nightly-3/guardrail-off"], candidate: ["nightly-5/guardrail-on"] };

it("keeps the very report, its query, its policy's version and its inputs as they were", async () => {
  const id = await saveComparison(
    database.db,
    project,
    { name: "  Release 1.3 ", query: OPEN },
    SYSTEM,
  );
  const saved = await savedAnswer(database.db, project, id);
  expect(saved?.name).toBe("Release 1.3");
  expect(saved?.query).toBe(
    "baseline=nightly-3%2Fguardrail-off&candidate=nightly-4%2Fguardrail-on",
  );
  expect(saved?.policyVersion).toBe(project.policy.version);
  expect(saved?.report).toEqual(await namedComparison(database.db, project, OPEN));
  expect(saved?.inputs.map(({ slug, changed }) => [slug, changed])).toEqual([
    ["nightly-3", null],
    ["nightly-4", null],
  ]);
  expect(saved?.inputs[0]?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(saved?.productVersion).toBe(VERSION);
  const roots = saved?.inputs.map(({ campaignId }) => rootOf(campaignId)) ?? [];
  expect(saved?.inputs.map(({ root }) => root)).toEqual(await Promise.all(roots));
});

/** The root that the campaign was sealed by, hex. */
async function rootOf(campaign: string): Promise<string> {
  const seal = await sealAnswer(database.db, project.scope, campaign);
  if (seal === null || typeof seal === "string") throw new Error("the example is sealed");
  return seal.root;
}

it("keeps the policy that it was saved under, whatever the project decides afterwards", async () => {
  const saved = { name: "before", query: OPEN };
  const id = await saveComparison(database.db, project, saved, SYSTEM);
  const before = await savedAnswer(database.db, project, id);
  const { version: from, ...settings } = project.policy;
  const change = { from, settings: { ...settings, margin: 0.001 }, by: "Ada", reason: "stricter" };
  await changePolicy(database.db, project.scope, change);
  const found = await findProject(database.db, EXAMPLE_PROJECT.slug);
  if (found === null) throw new Error("no example");
  expect(found.policy).toMatchObject({ version: from + 1, margin: 0.001 });
  const now = await namedComparison(database.db, opened(found), OPEN);
  expect(now.policy).toMatchObject({ version: from + 1, margin: 0.001 });
  expect(await savedAnswer(database.db, opened(found), id)).toEqual(before);
  expect(before?.policyVersion).toBe(from);
  expect(before?.report?.policy).toEqual(project.policy);
});

it("keeps a refusal without any difference, and none that is smuggled into the stored row", async () => {
  const id = await saveComparison(database.db, project, { name: "refused", query: SHUT }, SYSTEM);
  const open = await namedComparison(database.db, project, OPEN);
  const saved = await savedAnswer(database.db, project, id);
  expect(saved?.report?.comparison).toEqual({ state: "not_comparable" });
  const smuggled = {
    ...saved?.report,
    comparison: { ...open.comparison, state: "not_comparable" },
  };
  await database.db
    .update(savedComparisons)
    .set({ report: smuggled })
    .where(eq(savedComparisons.id, id));
  const again = await savedAnswer(database.db, project, id);
  expect(again?.report?.comparison).toEqual({ state: "not_comparable" });
});

it("says what cannot be read instead of drawing half of it", async () => {
  const id = await saveComparison(database.db, project, { name: "old", query: OPEN }, SYSTEM);
  await database.db
    .update(savedComparisons)
    .set({ report: { report: "comparison", version: 99 } })
    .where(eq(savedComparisons.id, id));
  expect((await savedAnswer(database.db, project, id))?.report).toBeNull();
});

it("refuses an empty or long name, and sides that are none", async () => {
  const save = (name: string, query = OPEN) =>
    saveComparison(database.db, project, { name, query }, SYSTEM);
  await expect(save("  ")).rejects.toMatchObject({ code: "invalid_input" });
  await expect(save("x".repeat(121))).rejects.toMatchObject({ code: "invalid_input" });
  await expect(save("x", { ...OPEN, candidate: ["nobody/on"] })).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(save("x", { ...OPEN, candidate: OPEN.baseline })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await save("x".repeat(120))).toMatch(/^[0-9a-f-]{36}$/);
});

it("is found in its own project alone, and by no other text", async () => {
  const id = await saveComparison(database.db, project, { name: "mine", query: OPEN }, SYSTEM);
  const other = await database.newProject();
  expect(await savedAnswer(database.db, { scope: other }, id)).toBeNull();
  expect(await savedAnswer(database.db, project, "x' or 1=1")).toBeNull();
  expect(await listSavedComparisons(database.db, other)).toEqual([]);
  const [newest] = await listSavedComparisons(database.db, project.scope);
  expect(newest?.name).toBe("mine");
});

it("finds arms by any word of campaign, arm, guardrail or model, and takes no pattern", async () => {
  const scope = project.scope;
  const found = async (text: string) =>
    (await searchArms(database.db, scope, text, 20)).map(
      (arm) => `${arm.campaignSlug}/${arm.armKey}`,
    );
  expect(await found("NIGHTLY-3")).toEqual(["nightly-3/guardrail-off"]);
  expect(await found("guardrail-off nightly")).toEqual([
    "nightly-3/guardrail-off",
    "nightly-2/guardrail-off",
  ]);
  expect(await found("%")).toEqual([]);
  expect(await found("nightly\0nobody")).toEqual([]);
  expect(await searchArms(database.db, await database.newProject(), "", 20)).toEqual([]);
});

it("names for each flip an episode of either arm that shows it", async () => {
  const report = await namedComparison(database.db, project, OPEN);
  if (report.comparison.state !== "comparable") throw new Error("open");
  const pairs = await flippedEpisodes(database.db, project, report);
  const { worse, better } = report.comparison.deltas.flips;
  expect([...pairs.keys()]).toEqual([...worse, ...better].map((flip) => flip.case));
  for (const { case: name } of better) {
    expect(pairs.get(name)).toMatchObject({
      baseline: { campaignSlug: "nightly-3", case: name, outcome: "attack_success" },
      candidate: { campaignSlug: "nightly-4", case: name },
    });
    expect(pairs.get(name)?.candidate.outcome).not.toBe("attack_success");
  }
  const shut = await namedComparison(database.db, project, SHUT);
  expect((await flippedEpisodes(database.db, project, shut)).size).toBe(0);
});

it("is handed out as it was saved, with what its inputs were then", async () => {
  const { savedAt, lines, html } = await filesOf("kept", OPEN);
  expect(lines).toContainEqual(["saved", "name", "kept", ""]);
  expect(lines).toContainEqual(["saved", "computed and saved at", savedAt, ""]);
  expect(lines).toContainEqual([
    "saved",
    "SHA-256 of nightly-3",
    expect.stringMatching(/^[0-9a-f]{64}$/),
    "stored as it was",
  ]);
  expect(lines.filter(([section]) => section?.startsWith("difference"))).toHaveLength(5);
  expect(html).toContain("As it was saved");
  expect(html).toContain(savedAt);
  const refused = await filesOf("kept refused", SHUT);
  expect(refused.lines.filter(([section]) => section?.startsWith("difference"))).toEqual([]);
  expect(refused.html).toContain("no difference is shown, because the comparison is shut");
});

/** The two files of a comparison saved now; of each line of the CSV its section, name, value and note. */
async function filesOf(name: string, query: typeof OPEN) {
  return filesOfSaved(await saveComparison(database.db, project, { name, query }, SYSTEM));
}

async function filesOfSaved(id: string) {
  const saved = await savedAnswer(database.db, project, id);
  if (saved === null || saved.report === null) throw new Error("just saved");
  const { report } = saved;
  const [csv, html] = await Promise.all(
    (["csv", "html"] as const).map((format) =>
      comparisonReportFile(database.db, project, report, format, savingOf(saved)),
    ),
  );
  const rows = z
    .array(z.record(z.string(), z.string()))
    .parse(parse(csv?.text ?? "", { columns: true }));
  return {
    savedAt: saved.savedAt.toISOString(),
    lines: rows.map((row) => [row["section"], row["name"], row["value"], row["note"]]),
    html: html?.text ?? "",
    saving: savingOf(saved),
  };
}

it("names in every file the version and the roots of its day, not of today", async () => {
  const id = await saveComparison(database.db, project, { name: "older", query: OPEN }, SYSTEM);
  const older = { productVersion: "0.0.7" };
  await database.db.update(savedComparisons).set(older).where(eq(savedComparisons.id, id));
  const { savedAt, lines, html, saving } = await filesOfSaved(id);
  const [third, fourth] = saving.inputs.map(({ root }) => root);
  expect(lines).toContainEqual(["saved", "Aftermath version", "0.0.7", ""]);
  expect(lines).toContainEqual(["saved", "root of the episodes of nightly-3", third, ""]);
  expect(lines).toContainEqual(["saved", "root of the episodes of nightly-4", fourth, ""]);
  expect(lines).toContainEqual([
    "report",
    "Aftermath version",
    VERSION,
    "of this file; when and by which version the report was computed: section saved",
  ]);
  const day = instant(savedAt);
  expect(html).toContain(`Computed and saved ${day} by Aftermath 0.0.7. This file of it was made `);
  expect(html).toContain(`by Aftermath ${VERSION}.</p>`);
  expect(html).toContain(`@top-right{content:${cssText(`Saved ${day} · Aftermath 0.0.7`)}}`);
  expect(html).toContain("<dt>By</dt><dd>Aftermath 0.0.7</dd>");
  expect(html).toContain(`<td>${third}</td>`);
  expect(html).toContain(`<td>${fourth}</td>`);
  expect(saving).toMatchObject({ at: savedAt, productVersion: "0.0.7" });
});

it("says of one that was saved before versions and roots were noted that they were not", async () => {
  const id = await saveComparison(database.db, project, { name: "oldest", query: OPEN }, SYSTEM);
  await database.owner`update saved_comparisons set product_version = null,
    inputs = (select jsonb_agg(input - 'root') from jsonb_array_elements(inputs) input) where id = ${id}`;
  const { lines, html, saving } = await filesOfSaved(id);
  expect(lines).toContainEqual(["saved", "Aftermath version", "", "not noted"]);
  expect(lines).toContainEqual(["saved", "root of the episodes of nightly-3", "", "not noted"]);
  expect(html).toContain("<dt>By</dt><dd>Aftermath, version not noted</dd>");
  expect(html).toContain("<td>not noted</td>");
  expect(saving.productVersion).toBeNull();
  expect(saving.inputs.map(({ root }) => root)).toEqual([null, null]);
});

it("says that an input was deleted, replaced, scored anew or read from another source", async () => {
  const id = await saveComparison(database.db, project, { name: "aging", query: OPEN }, SYSTEM);
  const third = await findCampaign(database.db, project.scope, "nightly-3");
  const changed = async () =>
    (await savedAnswer(database.db, project, id))?.inputs.map((input) => input.changed);
  await database.owner`update campaigns set scoring_version = 99 where id = ${third?.id ?? ""}`;
  expect(await changed()).toEqual([
    `It was scored anew: version ${third?.scoringVersion} then, 99 now.`,
    null,
  ]);
  await database.owner`update campaigns set scoring_version = ${third?.scoringVersion ?? 0} where id = ${third?.id ?? ""}`;
  await database.owner`update imports set fingerprint = 'other' where id = ${third?.import?.id ?? ""}`;
  expect(await changed()).toEqual(["It has another source than it had.", null]);
  await database.owner`insert into deleted_campaigns (id, project_id, slug, key, name, fingerprint, episode_count, imported_at, deleted_at, reason)
    values (${third?.id ?? ""}, ${project.id}, 'nightly-3', 'k', 'n', 'f', 1, now(), '2026-11-06T17:42:00Z', 'replaced')`;
  await database.owner`delete from campaigns where id = ${third?.id ?? ""}`;
  expect(await changed()).toEqual([
    "It was replaced by another import on Nov 6, 2026, 17:42 UTC.",
    null,
  ]);
  await database.owner`delete from deleted_campaigns where id = ${third?.id ?? ""}`;
  expect(await changed()).toEqual(["It is no longer there.", null]);
  const saved = await savedAnswer(database.db, project, id);
  if (saved === null || saved.report === null) throw new Error("it stays");
  const file = await comparisonReportFile(
    database.db,
    project,
    saved.report,
    "html",
    savingOf(saved),
  );
  expect(file.text).toContain("It is no longer there.");
  expect(file.text).toContain("Where nightly-4 comes from");
  expect(file.text).not.toContain("Where nightly-3 comes from");
});
