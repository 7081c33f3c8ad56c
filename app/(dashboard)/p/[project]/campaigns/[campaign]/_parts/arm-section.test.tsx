import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ComparisonGate } from "@/components/comparison-gate";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { METRICS } from "@/lib/metrics/registry";
import { makeArmParts } from "@/lib/reports/arm-parts";
import { makeArmReport } from "@/lib/reports/make-arm-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import { NO_FINDINGS } from "@/lib/reports/meter-checks";
import type { ArmInput } from "@/lib/reports/report-input";
import { armInput, articleOff, articleOn } from "@/lib/testing/article";
import { ArmSection } from "./arm-section";

const MARK = "attributed by rule";
const RULE = "What the benign run never did is the attacker's.";
const on = armInput("on", articleOn(), true);
const off = armInput("off", articleOff(), false);
const byRule = (arm: ArmInput): ArmInput => ({
  ...arm,
  campaign: { ...arm.campaign, attribution: { by: "rule", rule: RULE } },
});

/** Each part of what is drawn that the pattern finds, as text. */
function parts(drawn: string, pattern: RegExp): string[] {
  return [...drawn.matchAll(pattern)].map(([part]) => part.replaceAll(/<[^>]*>/g, " "));
}

/** Of the parts that show damage, exposure, containment or points: those without the mark. */
const unmarked = (found: readonly string[]) =>
  found.filter(
    (text) =>
      /damage|exposure|containment|attempted \(|points/i.test(text) &&
      /\d/.test(text.replaceAll(/95 %/g, "")) &&
      !text.includes(MARK),
  );

describe("an arm attributed by rule", () => {
  const draw = (arm: ArmInput) =>
    renderToStaticMarkup(
      <ArmSection
        project="p"
        arm={makeArmReport(arm, DEFAULT_POLICY)}
        parts={makeArmParts(arm, NO_FINDINGS, DEFAULT_POLICY.confidence)}
        metrics={METRICS}
        importHref={null}
      />,
    );

  it("shows the rule in full once, for readers who cannot point", () => {
    const text = draw(byRule(on)).replaceAll(/<[^>]*>/g, "");
    expect(text).toContain(
      `Weights here are attributed by rule, not recorded. ${RULE.replace("'", "&#x27;")}`,
    );
  });

  it("marks its verdict, its tools and every metric of weights", () => {
    const drawn = draw(byRule(on));
    expect(drawn).toContain("2 points of damage were seen, attributed by rule.");
    const metrics = parts(drawn, /<tr\b[^>]*>(?:(?!<\/tr>).)*<\/tr>/gs);
    const weights = metrics.filter((text) =>
      /^\s*(Damage|Exposure|Attempted|Containment)/.test(text),
    );
    expect(weights.filter((text) => /\d/.test(text) && !text.includes(MARK))).toEqual([]);
    const chart = parts(drawn, /<figure.*?<\/figure>/gs);
    expect(unmarked(chart)).toEqual([]);
    expect(chart).not.toEqual([]);
  });

  it("has no mark anywhere where the record attributes", () => {
    expect(draw(on)).not.toContain(MARK);
  });
});

describe("a comparison of arms attributed by rule", () => {
  const draw = (baseline: ArmInput, candidate: ArmInput) =>
    renderToStaticMarkup(
      <ComparisonGate
        report={makeComparisonReport(baseline, candidate, DEFAULT_POLICY)}
        metrics={METRICS}
        links={{ episodes: () => "/e", campaign: () => "/c", hitsBeforeAbort: () => "/h" }}
      />,
    );

  it("marks each line and chart of weights, and nothing where they are recorded", () => {
    const drawn = draw(byRule(off), byRule(on));
    const rows = parts(drawn, /<tr[ >](?:(?!<\/tr>).)*<\/tr>/gs).filter((text) =>
      /^\s*(Damage|Exposure|Attempted|Containment)/.test(text),
    );
    const figures = rows.filter((text) => /\d/.test(text));
    expect(figures.length).toBeGreaterThan(4);
    expect(figures.filter((text) => !text.includes(MARK))).toEqual([]);
    expect(
      parts(drawn, /<figure.*?<\/figure>/gs).filter((text) => text.includes("fall of damage")),
    ).toEqual([expect.stringContaining(MARK)]);
    expect(draw(off, on)).not.toContain(MARK);
  });

  it("says why one by rule and one by record are not compared, and shows no difference", () => {
    const drawn = draw(off, byRule(on));
    expect(drawn).toContain("which is not the same measurement");
    expect(drawn).not.toContain("Difference, candidate");
  });
});

describe("an arm of a campaign with duplicate records", () => {
  const duplicated: ArmInput = { ...on, campaign: { ...on.campaign, duplicateRecords: 1 } };
  const draw = (arm: ArmInput, alarmed = 0) => {
    const report = makeArmReport(arm, DEFAULT_POLICY);
    return renderToStaticMarkup(
      <ArmSection
        project="p"
        arm={{ ...report, alarms: report.alarms + alarmed }}
        parts={makeArmParts(arm, NO_FINDINGS, DEFAULT_POLICY.confidence)}
        metrics={METRICS}
        importHref="/p/p/imports/i"
      />,
    );
  };
  const words = (drawn: string) => drawn.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

  it("counts them as the campaign does, and says so first", () => {
    const drawn = draw(duplicated);
    expect(words(drawn)).toContain("Meter checks 1 alarm,");
    expect(words(drawn)).toContain(
      "Read this first 1 record of the campaign had an arm, case and replica that was there already;",
    );
    expect(words(drawn)).toContain("contradicts itself 1 duplicate record of the campaign ");
    expect(drawn).toMatch(/href="\/p\/p\/imports\/i"[^>]*>Duplicate episodes in the source</);
    expect(drawn).not.toContain("alarm=yes");
  });

  it("keeps episodes apart, which a list has, from records, which none has", () => {
    const drawn = draw(duplicated, 2);
    expect(words(drawn)).toContain("contradicts itself 2 episodes , 1 duplicate record of the");
    expect(drawn).toContain("alarm=yes");
    expect(words(draw(on))).toContain("Meter checks 0 alarms,");
    expect(words(draw(on))).toContain("contradicts itself 0 ");
  });
});
