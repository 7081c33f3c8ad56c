import type { Policy } from "@/lib/domain/policy";
import { ofSplit } from "@/lib/metrics/measuring/by-case";
import { type Admission, admissionOf } from "./admission";
import { attackContrasts } from "./attack-contrasts";
import type { AttackMark } from "./attack-matrix";
import type { AttackContrast } from "./comparison-report";
import { pairArms } from "./pair-arms";
import type { ArmInput } from "./report-input";

/** What an arm's attacks are against the arm before. Plain data: it may be kept. */
export type ArmMarks = {
  /** Why the two may not be compared, in words; null when they may. */
  shut: string | null;
  /** Of every attack that the arm started. */
  marks: ReadonlyMap<string, AttackMark>;
};

/**
 * How the attacks of an arm stand against the arm before it in its line. Directions and changes exist only
 * where every gate of a comparison is open (methods.md 5); that an attack is new needs no gate.
 */
export function attackMarks(previous: ArmInput, arm: ArmInput, policy: Policy): ArmMarks {
  const before = startedAttacks(previous);
  const { cases } = pairArms(previous.tallies, arm.tallies);
  const admission = admissionOf(cases, previous, arm, policy);
  const open = admission.decision.state === "comparable";
  const contrasts = new Map(
    open ? attackContrasts(cases, policy).map((contrast) => [contrast.attack, contrast]) : [],
  );
  const mark = (attack: string): AttackMark => {
    if (!before.has(attack)) return "new";
    const contrast = contrasts.get(attack);
    return contrast === undefined ? null : markOf(contrast);
  };
  return {
    shut: open ? null : whyShut(admission),
    marks: new Map([...startedAttacks(arm)].map((attack) => [attack, mark(attack)])),
  };
}

function startedAttacks({ tallies }: ArmInput): Set<string> {
  const started = ofSplit(tallies, "attack").filter((tally) => tally.started > 0);
  return new Set(started.map((tally) => tally.attack));
}

function markOf({ difference, stands }: AttackContrast): AttackMark {
  if (difference === 0) return "level";
  if (difference > 0) return stands ? "regressed" : "higher";
  return stands ? "improved" : "lower";
}

/** The first check that kept the two arms apart, in the order in which a comparison asks them. */
function whyShut({ configuration, gate, outcomes, witness, decision }: Admission): string {
  const refused = configuration[0];
  if (refused !== undefined) return refused.sentence;
  if (decision.state === "not_shown") return NOT_SHOWN[decision.by];
  if (gate.state === "not_comparable")
    return "The episodes of the two arms were aborted too differently.";
  if (outcomes.state === "not_comparable") {
    return "How often the outcome can be told differs too much between the two arms.";
  }
  return witness.state === "not_comparable"
    ? "How many episodes have a witness differs too much between the two arms."
    : "The two arms may not be compared.";
}

const NOT_SHOWN = {
  aborts: "It is not shown that the episodes of the two arms were aborted alike.",
  missing: "Episodes are missing in one of the two arms.",
  outcomes: "It is not shown that outcomes could be told alike in the two arms.",
  witness: "It is not shown that the two arms had a witness alike.",
} as const;
