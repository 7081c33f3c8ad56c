import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { METRICS } from "@/lib/metrics/registry";
import type { ComparisonReport } from "@/lib/reports/comparison-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import { armInput, articleDying, articleOff, articleOn } from "@/lib/testing/article";
import { ComparisonGate } from "./comparison-gate";

const off = armInput("off", articleOff(), false);
const open = makeComparisonReport(off, armInput("on", articleOn(), true), DEFAULT_POLICY);
const shut = makeComparisonReport(off, armInput("dying", articleDying(), true), DEFAULT_POLICY);

function draw(report: ComparisonReport): string {
  return renderToStaticMarkup(
    <ComparisonGate
      report={report}
      metrics={METRICS}
      caseHref={(key) => `/e?case=${encodeURIComponent(key)}`}
    />,
  );
}

/** ΔASR is 0/28 − 4/42 and ΔIDR 0 − 7/42; beside them the words that only a difference has. */
const DIFFERENCE =
  /[−-]9\.5|[−-]0\.1667|[−-]16\.7|Reading|p = |p &lt; |Worse in the candidate|stopped by (a )?rule|never tried/;

describe("a shut gate", () => {
  it("explains, shows the evidence and each arm alone, and nothing of a difference", () => {
    const html = draw(shut);
    expect(html).toContain("NOT COMPARABLE");
    expect(html).toContain(
      "33 % of the candidate&#x27;s episodes were aborted, 0 % of the baseline",
    );
    expect(html).toContain("Raise the context limit of 32,000");
    expect(html).toContain("7 of 42 = 0.1667");
    expect(html).toContain("0 of 28 = 0.0000");
    expect(html).toContain("context limit 14");
    expect(html).toContain("Shut until the arms are shown to abort alike");
    expect(html).not.toMatch(DIFFERENCE);
    expect(html).not.toContain("Over everything that the aborted episodes");
  });

  it("when not shown, gives the grey worst-case range alone", () => {
    const html = draw({
      ...shut,
      comparison: { state: "not_shown", worstCase: { lo: -0.4, hi: 0.1 } },
    });
    expect(html).toContain("NOT SHOWN");
    expect(html).toContain("between −40 points and +10 points");
    expect(html).not.toMatch(DIFFERENCE);
  });

  it("ignores deltas smuggled into a refused comparison", () => {
    if (open.comparison.state !== "comparable") throw new Error("the article's arms are open");
    const { deltas } = open.comparison;
    const smuggled = Object.assign({ state: "not_comparable" as const }, { deltas });
    expect(draw({ ...shut, comparison: smuggled })).not.toMatch(DIFFERENCE);
  });
});

describe("an open gate", () => {
  it("shows the difference, its reading, and where the fall went", () => {
    const html = draw(open);
    expect(html).toContain("−0.1190");
    expect(html).toContain("60 % of the fall was stopped by a rule, the rest was never tried.");
    expect(html).toContain("Better in the candidate: 1 case");
    expect(html).not.toContain("Shut until");
    expect(html).toMatch(DIFFERENCE);
  });

  it("says that parity was not shown when it opens on complete data, and only then", () => {
    expect(draw(open)).toContain("Parity was not shown, but nothing is missing");
    if (open.comparison.state !== "comparable") throw new Error("the article's arms are open");
    const shown = { ...open, comparison: { ...open.comparison, basis: "equivalent" as const } };
    expect(draw(shown)).not.toContain("Parity was not shown");
  });
});

it("draws a hostile name as text", () => {
  const { arm } = shut.candidate;
  const html = draw({
    ...shut,
    candidate: { ...shut.candidate, arm: { ...arm, armName: "<script>alert(1)</script>\u202e" } },
  });
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toContain("<script>");
});
