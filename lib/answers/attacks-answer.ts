import type { Db } from "@/db/client";
import { listAttackTags, type AttackTagsRow } from "@/db/queries/attack-tags";
import type { OpenProject } from "@/db/queries/projects";
import { armAttacks, type ArmAttacks } from "@/lib/reports/arm-attacks";
import { guardrailWords } from "@/lib/reports/arm-line";
import { attackMarks, type ArmMarks } from "@/lib/reports/attack-marks";
import type { AttackMatrix } from "@/lib/reports/attack-matrix";
import {
  layAttackMatrix,
  matrixColumns,
  type AttackTags,
  type MatrixArm,
  type MatrixFigures,
} from "@/lib/reports/make-attack-matrix";
import { armsOfProject, withTallies, type ProjectArm } from "./arms-of-project";
import { FIRST_ARMS, type AttacksQuery } from "./attacks-query";
import { remembered } from "./remembered";

/** The matrix, how many arms it leaves out, and what its columns can be narrowed to. */
export type AttacksAnswer = {
  matrix: AttackMatrix;
  /** Arms of the project that the columns' filter lets through, shown or not. */
  arms: number;
  targets: string[];
  guardrails: string[];
};

/** An arm of the matrix with the key of what its figures are made of. */
type KeyedArm = MatrixArm & { of: ProjectArm };

const ATTACKS = remembered<ArmAttacks>(400);
const MARKS = remembered<ArmMarks>(400);

/**
 * Attacks over the newest arms of the project that the query asks for. Tallies are read of those campaigns
 * alone that nobody has asked for since the server started.
 */
export async function attacksAnswer(
  db: Db,
  project: OpenProject,
  query: Pick<AttacksQuery, "target" | "guardrail" | "arms">,
): Promise<AttacksAnswer> {
  const [found, tags] = await Promise.all([
    armsOfProject(db, project),
    listAttackTags(db, project.scope),
  ]);
  const declared = declaredBy(tags);
  const arms = found.map((of): KeyedArm => ({
    ...of.input,
    of,
    declared: declared.get(of.campaign.id) ?? new Map(),
  }));
  const chosen = arms.filter(
    ({ identity, campaign }) =>
      (query.target === undefined || query.target === campaign.target.name) &&
      (query.guardrail === undefined || query.guardrail === guardrailWords(identity.guardrail)),
  );
  const columns = matrixColumns(chosen, { shown: query.arms ?? FIRST_ARMS, among: arms });
  return {
    matrix: layAttackMatrix(columns, await figuresOf(db, project, columns), project.policy),
    arms: chosen.length,
    targets: each(arms.map(({ campaign }) => campaign.target.name)),
    guardrails: each(arms.map(({ identity }) => guardrailWords(identity.guardrail))),
  };
}

/** What is known of the columns, and the rest made of tallies that are read at once. */
async function figuresOf(
  db: Db,
  project: OpenProject,
  columns: readonly { arm: KeyedArm; previous: KeyedArm | null }[],
): Promise<MatrixFigures<KeyedArm>> {
  const { policy } = project;
  const keyOf = (...of: readonly KeyedArm[]) =>
    JSON.stringify([policy, ...of.map((arm) => arm.of.key)]);
  const known = columns.map(({ arm, previous }) => ({
    arm,
    previous,
    attacks: ATTACKS.get(keyOf(arm)),
    marks: previous === null ? undefined : MARKS.get(keyOf(previous, arm)),
  }));
  const missing = known.flatMap(({ arm, previous, attacks, marks }) => {
    if (previous !== null && marks === undefined) return [arm.of, previous.of];
    return attacks === undefined ? [arm.of] : [];
  });
  const inputs = await withTallies(db, project, missing);
  const input = ({ of }: KeyedArm) => inputs.get(of.key) ?? { ...of.input, tallies: [] };
  const at = (arm: KeyedArm) => known.find((one) => one.arm === arm);
  return {
    attacks: (arm) =>
      at(arm)?.attacks ?? ATTACKS.set(keyOf(arm), armAttacks(input(arm).tallies, policy)),
    marks: (previous, arm) =>
      at(arm)?.marks ??
      MARKS.set(keyOf(previous, arm), attackMarks(input(previous), input(arm), policy)),
  };
}

function declaredBy(tags: readonly AttackTagsRow[]): Map<string, Map<string, AttackTags>> {
  const declared = new Map<string, Map<string, AttackTags>>();
  for (const { campaignId, key, ...said } of tags) {
    const known = declared.get(campaignId) ?? new Map<string, AttackTags>();
    declared.set(campaignId, known.set(key, said));
  }
  return declared;
}

function each(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}
