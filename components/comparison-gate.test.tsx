import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { MetricInfo } from "@/components/ui/metric-info";
import type { Measurement } from "@/lib/domain/measurement";
import type { ComparisonReport, Deltas } from "@/lib/reports/comparison-report";
import { ComparisonGate } from "./comparison-gate";
import { armReport, comparisonReport } from "./testing/reports";

const metrics: MetricInfo[] = [
  {
    id: "asr",
    label: "Attack success",
    shortLabel: "ASR",
    unit: "share",
    better: "lower",
    counts: { numerator: "succeeded", denominator: "finished" },
    definition: "How often the attack succeeded.",
  },
];

function asr(success: number, finished: number): Record<string, Measurement> {
  return {
    asr: {
      kind: "value",
      value: success / finished,
      numerator: success,
      denominator: finished,
      interval: null,
    },
  };
}

const deltas: Deltas = {
  metrics: [
    {
      metric: "asr",
      label: "Attack success",
      unit: "share",
      better: "lower",
      baseline: { value: 0.8, numerator: 160, denominator: 200 },
      candidate: { value: 0.1276, numerator: 25, denominator: 196 },
      difference: -0.6724,
      interval: { lo: -0.736, hi: -0.593, level: 0.95, method: "newcombePaired" },
      p: 0.0001,
      cases: 196,
      differingCases: 137,
      reading: "lower",
    },
  ],
  decomposition: null,
  attacks: [],
  flips: {
    worse: [
      {
        case: "<script>alert(1)</script>",
        attack: "a",
        baseline: { success: 0, finished: 1 },
        candidate: { success: 1, finished: 1 },
      },
    ],
    better: [],
  },
};

function draw(changes: Partial<ComparisonReport>): string {
  return renderToStaticMarkup(
    <ComparisonGate
      report={comparisonReport({
        baseline: armReport(asr(160, 200)),
        candidate: armReport(asr(87, 134), {
          hitsBeforeAbort: { episodes: 47, aborted: 66, points: 0 },
        }),
        ...changes,
      })}
      metrics={metrics}
      caseHref={(key) => `/e?case=${encodeURIComponent(key)}`}
    />,
  );
}

/** The difference of the arms' rates in any rounding, and the words that only a difference has. */
const DIFFERENCE = /15\.1|−15|Reading|p = |flipped cases:|Worse in the candidate|stopped by rule/;

describe("a shut gate", () => {
  it("explains, shows the evidence and each arm alone, and nothing of a difference", () => {
    const html = draw({ comparison: { state: "not_comparable" } });
    expect(html).toContain("NOT COMPARABLE");
    expect(html).toContain("33 % of the candidate&#x27;s episodes were aborted");
    expect(html).toContain("Raise the turn limit of 15.");
    expect(html).toContain("160 of 200 = 80.0 %");
    expect(html).toContain("87 of 134 = 64.9 %");
    expect(html).toContain("47 of 66");
    expect(html).toContain("Shut until the arms are shown to abort alike");
    expect(html).not.toMatch(DIFFERENCE);
    expect(html).not.toContain("worst");
  });

  it("when not shown, gives the grey worst-case range alone", () => {
    const html = draw({ comparison: { state: "not_shown", worstCase: { lo: -0.4, hi: 0.1 } } });
    expect(html).toContain("NOT SHOWN");
    expect(html).toContain("between −40 points and +10 points");
    expect(html).not.toMatch(DIFFERENCE);
  });

  it("ignores deltas smuggled into a refused comparison", () => {
    const smuggled = JSON.parse(JSON.stringify({ state: "not_comparable", deltas }));
    expect(draw({ comparison: smuggled })).not.toMatch(/−67|137|Reading|script/);
  });
});

describe("an open gate", () => {
  it("shows the difference with interval, test and both directions of flips", () => {
    const html = draw({ comparison: { state: "comparable", basis: "equivalent", deltas } });
    expect(html).toContain("COMPARABLE");
    expect(html).toContain("−67.2 points");
    expect(html).toContain("−73.6 to −59.3 points (95 %)");
    expect(html).toContain("p &lt; 0.001, 137 of 196 cases differ");
    expect(html).toContain("Worse in the candidate: 1 case");
    expect(html).not.toContain("nothing is missing");
    expect(html).not.toContain("Shut until");
  });

  it("says that parity was not shown when it opens on complete data", () => {
    const html = draw({ comparison: { state: "comparable", basis: "complete_data", deltas } });
    expect(html).toContain("Parity was not shown, but nothing is missing");
  });

  it("draws a hostile case name as text", () => {
    const html = draw({ comparison: { state: "comparable", basis: "equivalent", deltas } });
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("<script>");
  });
});
