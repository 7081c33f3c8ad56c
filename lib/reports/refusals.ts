import { nParityZeroAborts } from "@/lib/stats/n-parity-zero-aborts";
import type { Admission } from "./admission";
import type { Refusal } from "./comparison-report";
import type { GateSentences } from "./gate-sentences";
import type { MissingResults } from "./missing-results";
import { type MissingCode, missingSentences } from "./missing-sentences";
import type { PairedCase } from "./pair-arms";

/** What the list is made of; `words` are the abort gate's, the others those of a gate that is shut. */
type Found = {
  admission: Admission;
  cases: readonly PairedCase[];
  /** Common cases with an aborted episode in either arm. */
  casesWithAborts: number;
  words: GateSentences;
  outcomeWords: GateSentences | null;
  witnessWords: GateSentences | null;
};

/** Everything that shuts a comparison, in the order of the checks, in one shape for page, API and export. */
export function refusalsOf(found: Found): Refusal[] {
  return [
    ...configurationRefusal(found),
    ...abortRefusal(found),
    ...missingRefusals(found),
    ...outcomeRefusal(found),
    ...witnessRefusal(found),
  ];
}

function configurationRefusal({ admission, cases }: Found): Refusal[] {
  return admission.configuration.map(({ code, sentence, figures, advice, rerun }) => ({
    code,
    sentence,
    figures,
    thresholds: {},
    advice: [advice],
    rerunCases: rerun ? cases.length : 0,
  }));
}

function abortRefusal({ admission, words, casesWithAborts }: Found): Refusal[] {
  const { gate } = admission;
  if (!gate.blocked || gate.reason === "EQUIVALENT") return [];
  const { margin, alpha, maxAbortRate } = gate.policy;
  const strict = gate.completeData
    ? "Parity was not shown, and this project's policy asks for it."
    : null;
  return [
    {
      code: gate.reason,
      sentence: strict ?? words.headline,
      figures: {
        candidateAborted: gate.candidateAborted,
        candidateStarted: gate.candidateStarted,
        baselineAborted: gate.baselineAborted,
        baselineStarted: gate.baselineStarted,
        commonCases: gate.cases,
        lostCases: gate.lostCases.length,
      },
      thresholds: {
        margin,
        alpha,
        maxAbortRate,
        // What parity takes at best: this many cases without any abort.
        ...(gate.reason === "TOO_FEW" && { leastCases: nParityZeroAborts(margin, alpha) }),
      },
      advice: words.advice,
      rerunCases: casesWithAborts,
    },
  ];
}

/** Complete data open the gate only when all that was planned was run, and all that was run was read. */
function missingRefusals({ admission }: Found): Refusal[] {
  const { gate, missing } = admission;
  if (gate.state !== "not_shown" || !gate.completeData) return [];
  return missingSentences(missing).map(({ code, fact, advice }) => ({
    code,
    sentence: fact,
    ...missingFigures(code, missing),
    advice: [advice],
  }));
}

function missingFigures(
  code: MissingCode,
  { planned, refused, interrupted }: MissingResults,
): Pick<Refusal, "figures" | "thresholds" | "rerunCases"> {
  switch (code) {
    case "PLANNED_EPISODES_MISSING":
      return {
        figures: { candidateMissing: planned.candidate, baselineMissing: planned.baseline },
        thresholds: { missing: 0 },
        rerunCases: planned.cases,
      };
    case "RECORDS_REFUSED":
      return {
        figures: { candidateRefused: refused.candidate, baselineRefused: refused.baseline },
        thresholds: { refused: 0 },
        rerunCases: 0,
      };
    case "CAMPAIGN_INTERRUPTED":
      return {
        figures: {
          candidateInterrupted: interrupted.candidate,
          baselineInterrupted: interrupted.baseline,
        },
        thresholds: { interrupted: 0 },
        rerunCases: 0,
      };
  }
}

function outcomeRefusal({ admission, outcomeWords }: Found): Refusal[] {
  const { outcomes, gate } = admission;
  const { reason, line } = outcomes;
  if (outcomeWords === null || line === null) return [];
  if (reason !== "UNTOLD_RATES_DIFFER" && reason !== "UNTOLD_TOO_FEW") return [];
  return [
    {
      code: reason,
      sentence: outcomeWords.headline,
      figures: {
        candidateUntold: line.candidateCount,
        candidateStarted: outcomes.candidateStarted,
        baselineUntold: line.baselineCount,
        baselineStarted: outcomes.baselineStarted,
        commonCases: outcomes.cases,
      },
      thresholds: { margin: gate.policy.margin, alpha: gate.policy.alpha },
      advice: outcomeWords.advice,
      rerunCases: outcomes.casesUntold,
    },
  ];
}

function witnessRefusal({ admission, witnessWords }: Found): Refusal[] {
  const { witness, gate } = admission;
  const { reason, line } = witness;
  if (witnessWords === null || line === null) return [];
  if (reason !== "NA_RATES_DIFFER" && reason !== "NA_TOO_FEW") return [];
  return [
    {
      code: reason,
      sentence: witnessWords.headline,
      figures: {
        candidateWithoutWitness: line.candidateCount,
        candidateStarted: witness.candidateStarted,
        baselineWithoutWitness: line.baselineCount,
        baselineStarted: witness.baselineStarted,
        commonCases: witness.cases,
      },
      thresholds: { margin: gate.policy.margin, alpha: gate.policy.alpha },
      advice: witnessWords.advice,
      rerunCases: witness.casesWithoutWitness,
    },
  ];
}
