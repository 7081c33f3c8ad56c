import { Card } from "@/components/ui/card";
import { Sentence } from "@/components/ui/sentence";
import { DataName } from "@/components/ui/data-text";
import { Fact, Facts } from "@/components/ui/facts";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** Everything but the guardrail that could explain what is seen, and where the aborts fall. */
export function WhatElseChanged({ report }: { report: ComparisonReport }) {
  return (
    <Card title="What else changed">
      <p className="text-[13px] text-ink-2">
        <Sentence text={report.changesSentence} />
      </p>
      {report.changes.length === 0 ? null : (
        <div className="mt-2">
          <Facts>
            {report.changes.map((change) => (
              <Fact key={change.what} name={change.what}>
                <DataName text={change.baseline} /> → <DataName text={change.candidate} />
              </Fact>
            ))}
          </Facts>
        </div>
      )}
      <h3 className="mt-3.5">Where the aborts fall</h3>
      <p className="text-[13px] text-ink-2">
        <Sentence text={report.abortsFall.sentence} />
      </p>
    </Card>
  );
}
