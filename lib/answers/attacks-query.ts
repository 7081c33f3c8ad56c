import { z } from "zod";
import type { AttackMatrix, AttackMatrixRow } from "@/lib/reports/attack-matrix";
import { oneName, oneValue, type AddressQuery } from "./query-values";

/** Arms that stand side by side at first, and at most. */
export const FIRST_ARMS = 12;
export const MOST_ARMS = 40;
/** Attacks on one page of the matrix. */
export const PAGE_ATTACKS = 200;

const whole = (most: number) =>
  oneValue
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.number().int().min(1).max(most).optional().catch(undefined));

/** The view of the attacks page as its address has it; anything unknown is dropped, never an error. */
const querySchema = z.object({
  q: oneName,
  family: oneName,
  /** An id of OWASP or ATLAS. */
  id: oneName,
  mark: oneValue.pipe(
    z.enum(["new", "regressed", "improved", "higher", "lower"]).optional().catch(undefined),
  ),
  target: oneName,
  guardrail: oneName,
  arms: whole(MOST_ARMS),
  page: whole(10_000),
});

export type AttacksQuery = z.infer<typeof querySchema>;

export function attacksQuery(query: AddressQuery): AttacksQuery {
  return querySchema.parse(query);
}

/** The attacks that the query asks for, in their order. A mark is that of the newest shown arm. */
export function filterAttacks(
  rows: AttackMatrix["rows"],
  { q, family, id, mark }: AttacksQuery,
): AttackMatrixRow[] {
  const text = q?.toLowerCase();
  return rows.filter(
    (row) =>
      (text === undefined ||
        [row.attack, row.family ?? "", ...row.owasp, ...row.atlas].some((one) =>
          one.toLowerCase().includes(text),
        )) &&
      (family === undefined || row.family === family) &&
      (id === undefined || row.owasp.includes(id) || row.atlas.includes(id)) &&
      (mark === undefined || row.cells[0]?.mark === mark),
  );
}

/** The choices that the rows offer, each once, in the order of the alphabet. */
export function attackChoices(rows: AttackMatrix["rows"]) {
  const each = (of: (row: AttackMatrixRow) => readonly string[]) =>
    [...new Set(rows.flatMap(of))].toSorted((a, b) => a.localeCompare(b));
  return {
    families: each(({ family }) => (family === null ? [] : [family])),
    ids: each(({ owasp, atlas }) => [...owasp, ...atlas]),
  };
}
