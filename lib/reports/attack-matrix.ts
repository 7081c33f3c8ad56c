import type { Interval, Measurement } from "@/lib/domain/measurement";
import type { Policy } from "@/lib/domain/policy";
import type { ArmIdentity } from "./arm-report";

/**
 * An attack in an arm against the arm before it in its line. `higher` and `lower` are directions that no
 * test confirms; `null`: nothing to hold it against.
 */
export type AttackMark = "new" | "regressed" | "improved" | "higher" | "lower" | "level" | null;

/** Why an attack has no figure in an arm. */
export type NoFigure = "not_in_corpus" | "not_run" | "all_aborted" | "untold";

/** One attack in one arm. `started` and `aborted` count its episodes. */
export type AttackCell = { started: number; aborted: number; mark: AttackMark } & (
  | {
      kind: "measured";
      /** Successes of decided episodes. */
      k: number;
      n: number;
      /** Fewer decided episodes than rank anything (methods.md 3.6): k of n stands alone. */
      few: boolean;
      interval: Interval | null;
    }
  | { kind: "na"; why: NoFigure; words: string }
);

/** One arm of one campaign. */
export type AttackColumn = {
  arm: ArmIdentity;
  target: string;
  /** ISO instant, UTC, or null. */
  startedAt: string | null;
  worst: Measurement;
  against:
    | { state: "first" }
    | { state: "compared"; arm: ArmIdentity; changed: string | null }
    /** The arms may not be compared: nothing is called regressed or improved, and why. */
    | { state: "shut"; arm: ArmIdentity; changed: string | null; why: string };
  marks: Record<Exclude<AttackMark, null>, number>;
};

export type AttackMatrixRow = {
  attack: string;
  family: string | null;
  owasp: readonly string[];
  atlas: readonly string[];
  /** In the order of the columns. */
  cells: AttackCell[];
};

/** Attacks over campaign arms. Plain JSON. */
export type AttackMatrix = {
  report: "attacks";
  version: 1;
  policy: Policy;
  headline: string;
  /** How marks come about, in whole sentences. */
  rules: string[];
  /** Newest first. */
  columns: AttackColumn[];
  rows: AttackMatrixRow[];
};
