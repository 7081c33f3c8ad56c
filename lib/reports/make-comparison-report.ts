import type { Policy } from "@/lib/domain/policy";
import { plural, wholePercent } from "@/lib/format/numbers";
import { total } from "@/lib/metrics/measuring/by-case";
import { type ParityGate, parityGate } from "@/lib/metrics/parity-gate";
import { manskiDiff } from "@/lib/stats/manski-diff";
import { armOutcomes } from "./bounds";
import { comparisonAnswer } from "./comparison-answer";
import type { Comparison, ComparisonReport, ConfigurationRefusal } from "./comparison-report";
import { changesSentence, compareConfiguration, configurationRefusals } from "./configuration";
import { deltasOf } from "./deltas";
import { gateSentences } from "./gate-sentences";
import { makeArmReport } from "./make-arm-report";
import { gateCases, type PairedCase, pairArms } from "./pair-arms";
import type { ArmInput } from "./report-input";

/**
 * May these two arms be compared, and if so, what differs (methods.md 5 and 6). First the
 * configuration, then the abort-parity gate, then, only when open, the differences. Both arms' own
 * figures are over the attack cases that both started. Pure; never throws on tallies of ingest.
 */
export function makeComparisonReport(
  baselineInput: ArmInput,
  candidateInput: ArmInput,
  policy: Policy,
): ComparisonReport {
  const pairing = pairArms(baselineInput.tallies, candidateInput.tallies);
  const { cases } = pairing;
  const baseline = commonArm(
    baselineInput,
    cases.flatMap((pair) => pair.baseline),
    policy,
  );
  const candidate = commonArm(
    candidateInput,
    cases.flatMap((pair) => pair.candidate),
    policy,
  );
  const gate = parityGate(
    gateCases(candidateInput.tallies),
    gateCases(baselineInput.tallies),
    policy,
  );
  const configuration = configurationRefusals(baselineInput, candidateInput);
  const plannedMissing =
    missingEpisodes(cases, "baseline", baselineInput) +
    missingEpisodes(cases, "candidate", candidateInput);
  const words = wordsOf(
    configuration,
    gateSentences({
      gate,
      baseline,
      candidate,
      candidateInput,
      rerunCases: casesWithAborts(cases),
      plannedMissing,
    }),
  );
  const comparison = compare({
    cases,
    baseline,
    candidate,
    gate,
    configuration,
    plannedMissing,
    policy,
  });
  const { changes, notRecorded } = compareConfiguration(baselineInput, candidateInput);
  return {
    report: "comparison",
    version: 1,
    policy,
    baseline,
    candidate,
    pairing: {
      commonCases: cases.length,
      onlyBaseline: pairing.onlyBaseline,
      onlyCandidate: pairing.onlyCandidate,
    },
    configuration,
    gate,
    answer: comparisonAnswer({ comparison, headline: words.headline, baseline, candidate }),
    ...words,
    changes,
    notRecorded,
    changesSentence: changesSentence(changes, notRecorded),
    abortsFall: abortsFall(cases, gate),
    comparison,
  };
}

function commonArm(input: ArmInput, tallies: ArmInput["tallies"], policy: Policy) {
  // Only the common cases are spoken of here, so no case of the campaign counts as missing.
  const attackCases = new Set(tallies.map((tally) => tally.case)).size;
  return makeArmReport({ ...input, tallies, attackCases }, policy);
}

/** The one place that decides whether a difference exists. */
function compare(found: {
  cases: readonly PairedCase[];
  baseline: ComparisonReport["baseline"];
  candidate: ComparisonReport["candidate"];
  gate: ParityGate;
  configuration: readonly ConfigurationRefusal[];
  plannedMissing: number;
  policy: Policy;
}): Comparison {
  const { cases, baseline, candidate, gate, configuration, plannedMissing, policy } = found;
  if (configuration.length > 0 || gate.state === "not_comparable") {
    return { state: "not_comparable" };
  }
  const complete = !gate.blocked && gate.completeData && plannedMissing === 0;
  if (gate.state === "comparable" || complete) {
    return {
      state: "comparable",
      basis: gate.state === "comparable" ? "equivalent" : "complete_data",
      deltas: deltasOf(cases, { baseline, candidate }, policy),
    };
  }
  const range = manskiDiff(
    armOutcomes(cases.flatMap((pair) => pair.candidate)),
    armOutcomes(cases.flatMap((pair) => pair.baseline)),
  );
  return { state: "not_shown", worstCase: range && { lo: range.lo, hi: range.hi } };
}

function wordsOf(
  configuration: readonly ConfigurationRefusal[],
  gate: { headline: string; explanation: string; advice: string[] },
) {
  const first = configuration[0];
  if (first === undefined) return gate;
  return {
    headline: first.sentence,
    explanation: "Results made under different rules are not compared. No difference is computed.",
    advice: configuration.map((refusal) => refusal.advice),
  };
}

function missingEpisodes(
  cases: readonly PairedCase[],
  side: "baseline" | "candidate",
  input: ArmInput,
): number {
  const planned = input.campaign.planned?.replicasPerCase ?? 0;
  return cases.reduce(
    (missing, pair) => missing + Math.max(0, planned - total(pair[side], (tally) => tally.started)),
    0,
  );
}

function abortsOf(pair: PairedCase): number {
  return total([...pair.baseline, ...pair.candidate], (tally) => tally.aborted);
}

function casesWithAborts(cases: readonly PairedCase[]): number {
  return cases.filter((pair) => abortsOf(pair) > 0).length;
}

/** Where the aborts fall: a diagnosis, shown always, that never opens the gate (methods.md 5). */
function abortsFall(
  cases: readonly PairedCase[],
  gate: ParityGate,
): ComparisonReport["abortsFall"] {
  const counts = cases.map(abortsOf).toSorted((a, b) => b - a);
  const aborted = counts.reduce((sum, count) => sum + count, 0);
  const casesAborting = counts.filter((count) => count > 0).length;
  if (aborted === 0) {
    return {
      aborted,
      casesWithAborts: 0,
      topTwoShare: null,
      sentence: "No episode of the common cases was aborted.",
    };
  }
  const topTwoShare = ((counts[0] ?? 0) + (counts[1] ?? 0)) / aborted;
  const lost = gate.lostCases.length;
  return {
    aborted,
    casesWithAborts: casesAborting,
    topTwoShare,
    sentence: `${plural(aborted, "aborted episode")} in ${casesAborting} of ${plural(cases.length, "common case")}; the two heaviest hold ${wholePercent(topTwoShare)}. ${plural(lost, "case is", "cases are")} lost to the comparison.`,
  };
}
