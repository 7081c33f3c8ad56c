import type { Policy } from "@/lib/domain/policy";
import { ofSplit } from "@/lib/metrics/measuring/by-case";
import { abortsFall, casesWithAborts } from "./aborts-fall";
import { type Admission, admissionOf } from "./admission";
import { comparisonAnswer } from "./comparison-answer";
import type { Comparison, ComparisonReport } from "./comparison-report";
import { changesSentence, compareConfiguration } from "./configuration";
import type { ConfigurationFinding } from "./configuration-finding";
import { deltasOf } from "./deltas";
import { type GateSentences, gateSentences } from "./gate-sentences";
import { makeArmReport } from "./make-arm-report";
import { outcomeSentences } from "./outcome-sentences";
import { type PairedCase, pairArms, talliesOfSide } from "./pair-arms";
import { refusalsOf } from "./refusals";
import { type ArmInput, membersOf } from "./report-input";
import { witnessSentences } from "./witness-sentences";
import { worstCaseOf } from "./worst-case";

/**
 * May these two arms be compared, and if so, what differs (methods.md 5 and 6). First the
 * configuration, then the abort-parity gate and what is missing, then the gates of untold outcomes and
 * of witnesses, then, only when open, the differences. Both arms' own figures are over the attack and benign cases that both started. Either arm may be
 * a pool of several campaigns. Pure; never throws on tallies of ingest.
 */
export function makeComparisonReport(
  baselineInput: ArmInput,
  candidateInput: ArmInput,
  policy: Policy,
): ComparisonReport {
  const { cases, onlyBaseline, onlyCandidate } = pairArms(
    baselineInput.tallies,
    candidateInput.tallies,
  );
  const benign = pairArms(baselineInput.tallies, candidateInput.tallies, "benign").cases;
  const common = [...cases, ...benign];
  const baseline = commonArm(baselineInput, talliesOfSide(common, "baseline"), policy);
  const candidate = commonArm(candidateInput, talliesOfSide(common, "candidate"), policy);
  const admission = admissionOf(cases, baselineInput, candidateInput, policy);
  const { configuration, gate, missing, outcomes, witness, decision } = admission;
  const words = gateSentences({
    gate,
    baseline,
    candidate,
    candidateInput,
    rerunCases: casesWithAborts(cases),
    missing,
  });
  const outcomeWords = outcomeSentences(outcomes);
  const witnessWords = witnessSentences(witness);
  const spoken = wordsOf(configuration, outcomeWords ?? witnessWords ?? words);
  const comparison = compare(decision, cases, () =>
    deltasOf({
      cases,
      arms: { baseline, candidate },
      inputs: { baseline: baselineInput, candidate: candidateInput },
      policy,
    }),
  );
  const { changes, notRecorded } = compareConfiguration(baselineInput, candidateInput);
  return {
    report: "comparison",
    version: 1,
    policy,
    baseline,
    candidate,
    pairing: { commonCases: cases.length, onlyBaseline, onlyCandidate },
    members: {
      baseline: membersOf(baselineInput).map((member) => member.identity),
      candidate: membersOf(candidateInput).map((member) => member.identity),
    },
    configuration: configuration.map(({ code, sentence, advice }) => ({ code, sentence, advice })),
    gate,
    outcomes,
    witness,
    refusals: refusalsOf({
      admission,
      cases,
      casesWithAborts: casesWithAborts(cases),
      words,
      outcomeWords,
      witnessWords,
    }),
    answer: comparisonAnswer({ comparison, headline: spoken.headline, baseline, candidate }),
    ...spoken,
    changes,
    notRecorded,
    changesSentence: changesSentence(changes, notRecorded),
    abortsFall: abortsFall(cases, gate),
    comparison,
  };
}

function commonArm(input: ArmInput, tallies: ArmInput["tallies"], policy: Policy) {
  // Only the common cases are spoken of here, so no case of the campaign counts as missing.
  const attackCases = new Set(ofSplit(tallies, "attack").map((tally) => tally.case)).size;
  return makeArmReport({ ...input, tallies, attackCases }, policy);
}

/** The one place where a difference comes to exist. */
function compare(
  decision: Admission["decision"],
  cases: readonly PairedCase[],
  deltas: () => ReturnType<typeof deltasOf>,
): Comparison {
  switch (decision.state) {
    case "comparable":
      return { ...decision, deltas: deltas() };
    case "not_shown":
      return {
        state: "not_shown",
        worstCase:
          decision.by === "aborts" || decision.by === "outcomes" ? worstCaseOf(cases) : null,
      };
    case "not_comparable":
      return { state: "not_comparable" };
  }
}

function wordsOf(
  configuration: readonly ConfigurationFinding[],
  gate: GateSentences,
): GateSentences {
  const first = configuration[0];
  if (first === undefined) return gate;
  return {
    headline: first.sentence,
    explanation: "Results made under different rules are not compared. No difference is computed.",
    advice: configuration.map((refusal) => refusal.advice),
  };
}
