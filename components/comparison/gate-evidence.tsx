import { ParityIntervals } from "@/components/charts/parity-intervals";
import { Sentence } from "@/components/ui/sentence";
import { TerminationBars } from "@/components/charts/termination-bars";
import { Card } from "@/components/ui/card";
import { Chip, type Tone } from "@/components/ui/chip";
import { percent, points } from "@/lib/format/numbers";
import type { Comparison, ComparisonReport } from "@/lib/reports/comparison-report";
import { armLabels } from "./arm-labels";
import { OutcomeEvidence } from "./outcome-evidence";
import { Refusals } from "./refusals";
import { WitnessEvidence } from "./witness-evidence";

type State = Comparison["state"];

const LOOKS: Record<State, { word: string; tone: Tone; edge: "bad" | "good" | "warn" }> = {
  comparable: { word: "COMPARABLE", tone: "good", edge: "good" },
  not_shown: { word: "NOT SHOWN", tone: "warn", edge: "warn" },
  not_comparable: { word: "NOT COMPARABLE", tone: "bad", edge: "bad" },
};

/** The gate: what was found, why it matters, what to do, and the evidence of both. */
export function GateEvidence({ report }: { report: ComparisonReport }) {
  const { comparison, gate } = report;
  const look = LOOKS[comparison.state];
  const [baseline, candidate] = armLabels(report);
  const onTrust = comparison.state === "comparable" && comparison.basis === "complete_data";
  return (
    <Card edge={look.edge}>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Chip tone={look.tone}>{look.word}</Chip>
        <h2>
          <Sentence text={report.headline} />
        </h2>
      </div>
      <p className="mt-1 max-w-[820px] text-ink-2">
        <Sentence text={report.explanation} />
      </p>
      {onTrust ? (
        <p className="mt-1 max-w-[820px] text-ink-2">
          <b>Parity was not shown, but nothing is missing:</b> what follows cannot be an artefact of
          aborted episodes.
        </p>
      ) : null}
      <Refusals refusals={report.refusals} headline={report.headline} />
      <div className="mt-4 grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <TerminationBars
          arms={[
            { name: baseline, report: report.baseline },
            { name: candidate, report: report.candidate },
          ]}
        />
        <div className="min-w-0">
          <ParityIntervals gate={gate} />
          <OutcomeEvidence outcomes={report.outcomes} policy={gate.policy} />
          <WitnessEvidence witness={report.witness} policy={gate.policy} />
        </div>
      </div>
      <p className="mt-3 text-xs text-ink-3">
        An arm is compared with nothing above {percent(gate.policy.maxAbortRate)} of aborted
        episodes or of lost cases; each difference of abort rates must lie within ±{" "}
        {points(gate.policy.margin * 100)} points (policy version {report.policy.version}). Lost
        cases: {gate.lostCases.length} of {gate.cases}. There is no override: the arms are run
        again.
      </p>
    </Card>
  );
}
