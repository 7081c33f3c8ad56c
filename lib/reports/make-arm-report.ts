import type { Policy } from "@/lib/domain/policy";
import type { Tally } from "@/lib/domain/tally";
import { ofSplit, total } from "@/lib/metrics/measuring/by-case";
import { METRICS } from "@/lib/metrics/registry";
import type { ArmReport } from "./arm-report";
import { lacksRoles, ruleOf, weighedBy } from "./attribution";
import { asrBounds, damageBounds } from "./bounds";
import { attackRows, terminationCounts, toolRows } from "./breakdowns";
import { cautionsOf } from "./cautions";
import type { ArmInput } from "./report-input";
import { verdictOf } from "./verdict";

/** One arm alone, from its tallies (methods.md 2-4). Pure; plain JSON out. */
export function makeArmReport(input: ArmInput, policy: Policy): ArmReport {
  const { tallies } = input;
  const attacks = ofSplit(tallies, "attack");
  const { confidence } = policy;
  const settings = { confidence, manifest: input.campaign.manifest };
  const started = total(attacks, (tally) => tally.started);
  const finished = total(attacks, (tally) => tally.finished);
  const aborted = total(attacks, (tally) => tally.aborted);
  const weighable = total(attacks, (tally) => tally.weighable);
  const tools = toolRows(attacks);
  const rule = ruleOf(input);
  const alarmedEpisodes = total(tallies, (tally) => tally.alarms);
  const duplicates = input.campaign.duplicateRecords;
  return {
    arm: input.identity,
    verdict: verdictOf(tallies, {
      attackCases: input.attackCases,
      replicasPerCase: input.campaign.planned?.replicasPerCase ?? null,
      interrupted: input.campaign.interrupted,
      refusedRecords: input.campaign.refusedRecords,
      byRule: rule !== undefined,
    }),
    ...(rule === undefined ? {} : { attributedByRule: rule }),
    cases: new Set(attacks.map((tally) => tally.case)).size,
    started,
    finished,
    aborted,
    abortRate: started === 0 ? null : aborted / started,
    measurements: Object.fromEntries(
      METRICS.map((metric) => {
        const measurement = metric.measure(tallies, settings);
        const weighed = metric.ofWeights === true;
        return [metric.id, weighed ? weighedBy(measurement, input, attacks) : measurement];
      }),
    ),
    terminations: terminationCounts(attacks, confidence),
    inferredTerminations: {
      count: total(attacks, (tally) => tally.inferredTerminations),
      started,
    },
    hitsBeforeAbort: {
      episodes: total(attacks, (tally) => tally.hitsBeforeAbort),
      aborted,
      points: total(attacks, (tally) => tally.damageBeforeAbort),
    },
    asrBounds: asrBounds(attacks),
    damageBounds: lacksRoles(input, attacks) ? null : damageBounds(attacks),
    damagedEpisodes: {
      episodes: total(attacks, (tally) => tally.damagedEpisodes),
      weighable,
      largest: attacks.reduce((most, tally) => Math.max(most, tally.largestDamage), 0),
    },
    notWeighable: {
      episodes: started - weighable - total(attacks, (tally) => tally.weighableAborted),
      started,
    },
    undetermined: total(attacks, (tally) => tally.undetermined),
    unattributed: {
      calls: total(attacks, (tally) => tally.unattributed.calls),
      points: total(attacks, (tally) => tally.unattributed.points),
    },
    unknownTools: tools.filter((row) => row.role === null).map((row) => row.tool),
    alarms: alarmedEpisodes + duplicates,
    ...(duplicates === 0 ? {} : { duplicateRecords: duplicates }),
    attacks: attackRows(attacks, confidence),
    tools,
    cautions: cautionsOf(tallies, { byRule: rule !== undefined, duplicates }),
    benign: benignCounts(tallies),
  };
}

function benignCounts(tallies: readonly Tally[]): ArmReport["benign"] {
  const benign = ofSplit(tallies, "benign");
  if (benign.length === 0) return null;
  return {
    started: total(benign, (tally) => tally.started),
    finished: total(benign, (tally) => tally.finished),
    aborted: total(benign, (tally) => tally.aborted),
  };
}
