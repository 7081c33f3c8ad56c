import { ofSplit } from "@/lib/metrics/measuring/by-case";
import { type Coverage, coverageOf } from "./coverage";
import { type Friction, frictionOf } from "./friction";
import { armChecks, type ArmFindings, type MeterCheck } from "./meter-checks";
import type { ArmInput } from "./report-input";
import { verdictBridge } from "./verdict-bridge";
import { type WorstAttacks, worstAttacks } from "./worst-attacks";

/** What the page of a campaign says of an arm beside its `ArmReport`, which comparisons share. */
export type ArmParts = {
  armKey: string;
  /** Why the verdict and the damage rate differ, in words; null where they tell the same. */
  verdictBridge: string | null;
  checks: MeterCheck[];
  worstAttacks: WorstAttacks;
  friction: Friction;
  coverage: Coverage;
};

/** The parts of one arm, from its tallies and what its stored episodes tell. Pure; plain JSON out. */
export function makeArmParts(input: ArmInput, findings: ArmFindings, confidence: number): ArmParts {
  const attacks = ofSplit(input.tallies, "attack");
  return {
    armKey: input.identity.armKey,
    verdictBridge: verdictBridge(input.tallies),
    checks: armChecks(input, findings),
    worstAttacks: worstAttacks(attacks, confidence),
    friction: frictionOf(input.tallies),
    coverage: coverageOf(input, attacks),
  };
}
