import { Card } from "@/components/ui/card";
import { DataName } from "@/components/ui/data-text";
import { Facts } from "@/components/ui/facts";
import type { ComparisonReport } from "@/lib/reports/comparison-report";

/** Everything but the guardrail that could explain what is seen, and where the aborts fall. */
export function WhatElseChanged({ report }: { report: ComparisonReport }) {
  return (
    <Card title="What else changed">
      <p className="text-[13px] text-ink-2">{report.changesSentence}</p>
      {report.changes.length === 0 ? null : (
        <div className="mt-2">
          <Facts
            rows={report.changes.map((change) => [
              change.what,
              <>
                <DataName text={change.baseline} /> → <DataName text={change.candidate} />
              </>,
            ])}
          />
        </div>
      )}
      <h3 className="mt-3.5">Where the aborts fall</h3>
      <p className="text-[13px] text-ink-2">{report.abortsFall.sentence}</p>
    </Card>
  );
}
