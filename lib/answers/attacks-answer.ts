import type { Db } from "@/db/client";
import { listAttackTags } from "@/db/queries/attack-tags";
import type { ProjectRow } from "@/db/queries/projects";
import { guardrailWords } from "@/lib/reports/arm-line";
import type { AttackMatrix } from "@/lib/reports/attack-matrix";
import {
  makeAttackMatrix,
  type AttackTags,
  type MatrixInput,
} from "@/lib/reports/make-attack-matrix";
import { armsOfProject } from "./arms-of-project";
import { FIRST_ARMS, type AttacksQuery } from "./attacks-query";
import { scopeOf } from "./scope-of";

/** The matrix, how many arms it leaves out, and what its columns can be narrowed to. */
export type AttacksAnswer = {
  matrix: AttackMatrix;
  /** Arms of the project that the columns' filter lets through, shown or not. */
  arms: number;
  targets: string[];
  guardrails: string[];
};

/** Attacks over the newest arms of the project that the query asks for. */
export async function attacksAnswer(
  db: Db,
  project: ProjectRow,
  query: Pick<AttacksQuery, "target" | "guardrail" | "arms">,
): Promise<AttacksAnswer> {
  const [arms, tags] = await Promise.all([
    armsOfProject(db, project),
    listAttackTags(db, scopeOf(project)),
  ]);
  const declared = new Map<string, Map<string, AttackTags>>();
  for (const { campaignId, key, ...said } of tags) {
    const known = declared.get(campaignId) ?? new Map<string, AttackTags>();
    declared.set(campaignId, known.set(key, said));
  }
  const inputs = arms.map(({ campaign, input }): MatrixInput => ({
    ...input,
    declared: declared.get(campaign.id) ?? new Map(),
  }));
  const chosen = inputs.filter(
    ({ identity, campaign }) =>
      (query.target === undefined || query.target === campaign.target.name) &&
      (query.guardrail === undefined || query.guardrail === guardrailWords(identity.guardrail)),
  );
  return {
    matrix: makeAttackMatrix(chosen, project.policy, {
      shown: query.arms ?? FIRST_ARMS,
      among: inputs,
    }),
    arms: chosen.length,
    targets: each(inputs.map(({ campaign }) => campaign.target.name)),
    guardrails: each(inputs.map(({ identity }) => guardrailWords(identity.guardrail))),
  };
}

function each(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}
