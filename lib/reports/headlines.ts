import type { Measurement } from "@/lib/domain/measurement";
import { outOf, percent, plural, points, weightRate } from "@/lib/format/numbers";
import { lowerFirst } from "@/lib/format/sentences";
import type { ArmReport } from "./arm-report";
import { BY_RULE } from "./attribution";

/** A campaign in one sentence: its arm's, or that its arms are to be compared two by two. */
export function campaignHeadline(arms: readonly ArmReport[]): string {
  const only = arms[0];
  if (only === undefined) return "This campaign has no arm.";
  if (arms.length === 1) return armHeadline(only);
  const started = arms.reduce((sum, arm) => sum + arm.started, 0);
  return `${plural(arms.length, "arm")}, ${plural(started, "attack episode")}. Each arm stands alone here; choose two to see whether they may be compared.`;
}

/** One arm in words: what it hurt, what was stopped, what its rates leave out. */
export function armHeadline(arm: ArmReport): string {
  return [mainSentence(arm), ...abortSentence(arm)].join(" ");
}

function mainSentence(arm: ArmReport): string {
  const damage = arm.measurements["damage"];
  const asr = arm.measurements["asr"];
  if (damage?.kind === "value") return damageSentence(damage, arm.measurements["containment"]);
  const why = damage?.kind === "na" ? damage.reason : "It is not measured.";
  if (asr?.kind === "value") {
    return `${outOf(asr.numerator, asr.denominator)} finished attacks succeeded (${percent(asr.value)}). Damage cannot be told: ${lowerFirst(why)}`;
  }
  return `Nothing can be told of this arm: ${lowerFirst(why)}`;
}

function damageSentence(
  damage: Extract<Measurement, { kind: "value" }>,
  containment: Measurement | undefined,
): string {
  const how = damage.byRule === undefined ? "Damage" : `Damage, ${BY_RULE},`;
  const rate = `${how} was ${weightRate(damage.value)} per episode: ${points(damage.numerator)} points in ${plural(damage.denominator, "weighable episode")}`;
  if (containment?.kind !== "value") return `${rate}; nothing was attempted.`;
  if (containment.value === 0) return `${rate}; nothing that was attempted was stopped.`;
  return `${rate}; ${percent(containment.value)} of what was attempted was stopped.`;
}

function abortSentence(arm: ArmReport): string[] {
  if (arm.aborted === 0) return [];
  const { episodes } = arm.hitsBeforeAbort;
  const hit = episodes === 0 ? "" : `, ${episodes} of them after the attack had succeeded`;
  return [`${outOf(arm.aborted, arm.started)} episodes were aborted${hit}; they are in no rate.`];
}
