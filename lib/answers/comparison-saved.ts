import { z } from "zod";
import type { Db, Scope } from "@/db/client";
import type { OpenProject } from "@/db/queries/projects";
import {
  findSavedComparison,
  inputsToday,
  insertSavedComparison,
  type InputToday,
  type SavedComparisonRow,
} from "@/db/queries/saved-comparisons";
import { comparisonSchema } from "@/lib/api/schemas/comparison-schema";
import { audit } from "@/lib/audit/audit";
import type { Actor } from "@/lib/domain/actor";
import { VERSION } from "@/lib/domain/version";
import { AppError } from "@/lib/errors";
import { withQuery } from "@/lib/format/paths";
import { instant } from "@/lib/format/time";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import type { ReportSaving } from "@/lib/reports/report-document";
import { comparedSides, type CompareQuery } from "./compared-sides";
import { chosenArms, comparisonAnswer, type ArmChoice } from "./comparison-answer";
import { sealAnswer } from "./seal-answer";

/** 120 characters as the table counts them; NUL no text of Postgres can hold. */
const nameSchema = z
  .string()
  .transform((name) => name.replaceAll("\0", "\ufffd").trim())
  .refine((name) => name !== "" && Array.from(name).length <= 120);

/** The longest query that is kept. */
const QUERY_LENGTH = 4000;

/**
 * Keeps the comparison that this query asks for, computed now, under a name: refused ones as well, for a
 * refusal is an answer. Returns the id of its address.
 *
 * @throws AppError invalid_input: the name is empty or over 120 characters, or the query names no two sides
 */
export async function saveComparison(
  db: Db,
  project: OpenProject,
  given: { name: string; query: Pick<CompareQuery, "baseline" | "candidate"> },
  by: Actor,
): Promise<string> {
  const name = nameSchema.safeParse(given.name);
  if (!name.success)
    throw new AppError("invalid_input", "A saved comparison needs a name of 1 to 120 characters.");
  const query = queryOf(given.query);
  if (query.length > QUERY_LENGTH)
    throw new AppError("invalid_input", "This comparison pools too many arms to be kept.");
  const sides = comparedSides(given.query, await chosenArms(db, project, given.query));
  const report = sides.state === "complete" ? await comparisonAnswer(db, project, sides) : null;
  if (report === null)
    throw new AppError("invalid_input", "The comparison does not name two sides of this project.");
  const kept = {
    name: name.data,
    query,
    inputs: await inputsOf(db, project.scope, [...sides.baseline, ...sides.candidate]),
    policyVersion: report.policy.version,
    productVersion: VERSION,
    report,
  };
  return db.transaction(async (tx) => {
    const id = await insertSavedComparison(tx, project.scope, kept);
    await audit(tx, by, {
      action: "comparison.saved",
      projectId: project.id,
      object: { kind: "comparison", id },
      detail: { name: kept.name },
    });
    return id;
  });
}

function queryOf({ baseline, candidate }: Pick<CompareQuery, "baseline" | "candidate">): string {
  return withQuery("", { baseline, candidate }).slice(1);
}

/** Each campaign once, however many of its arms are compared. */
async function inputsOf(
  db: Db,
  scope: Scope,
  choices: readonly ArmChoice[],
): Promise<SavedComparisonRow["inputs"]> {
  const byId = new Map(choices.map(({ campaign }) => [campaign.id, campaign]));
  return Promise.all(
    [...byId.values()].map(async (campaign) => {
      const seal = await sealAnswer(db, scope, campaign.id);
      return {
        campaignId: campaign.id,
        slug: campaign.slug,
        name: campaign.name,
        fingerprint: campaign.import?.fingerprint ?? "",
        scoringVersion: campaign.scoringVersion,
        root: seal === null || typeof seal === "string" ? null : seal.root,
      };
    }),
  );
}

/** An input of a saved comparison, and in words what has become of it; null where it is as it was. */
export type SavedInput = SavedComparisonRow["inputs"][number] & { changed: string | null };

export type SavedAnswer = Omit<SavedComparisonRow, "inputs"> & {
  inputs: SavedInput[];
  /** As it was stored; null when this version cannot read what an older or newer one stored. */
  report: ComparisonReport | null;
};

/**
 * The saved comparison as it was, beside what has become of its inputs; null when there is none. The
 * report is read by the API's schema, so a difference is there on an open comparison alone, as ever.
 */
export async function savedAnswer(
  db: Db,
  project: { scope: Scope },
  id: string,
): Promise<SavedAnswer | null> {
  const saved = await findSavedComparison(db, project.scope, id);
  if (saved === null) return null;
  const today = await inputsToday(db, project.scope, saved.inputs);
  const report = comparisonSchema.safeParse(saved.report);
  return {
    ...saved,
    inputs: saved.inputs.map((input) => ({
      ...input,
      changed: changeOf(input, today.get(input.campaignId)),
    })),
    report: report.success ? report.data : null,
  };
}

/** What has become of an input since, as a sentence about it; null when it is as it was. */
export function changeOf(
  then: { fingerprint: string; scoringVersion: number },
  today: InputToday | undefined,
): string | null {
  if (today === undefined || today.state === "gone") {
    if (today === undefined || today.deletedAt === null) return "It is no longer there.";
    const at = instant(today.deletedAt);
    return today.reason === "replaced"
      ? `It was replaced by another import on ${at}.`
      : `It was deleted on ${at}.`;
  }
  if (today.scoringVersion !== then.scoringVersion)
    return `It was scored anew: version ${then.scoringVersion} then, ${today.scoringVersion} now.`;
  if (today.fingerprint !== null && today.fingerprint !== then.fingerprint)
    return "It has another source than it had.";
  return null;
}

/** What the reports of a saved comparison say of its saving. */
export function savingOf(saved: SavedAnswer): ReportSaving {
  const { name, savedAt, policyVersion, productVersion, inputs } = saved;
  return {
    name,
    at: savedAt.toISOString(),
    policyVersion,
    productVersion,
    inputs: inputs.map(({ campaignId: _id, root = null, ...input }) => ({ ...input, root })),
  };
}
