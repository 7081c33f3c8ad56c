import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { METRICS } from "@/lib/metrics/registry";
import type { ComparisonReport, Deltas } from "@/lib/reports/comparison-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import { poolArms } from "@/lib/reports/pool-arms";
import type { ArmInput } from "@/lib/reports/report-input";
import { armInput, articleDying, articleOff, articleOn } from "@/lib/testing/article";
import { QUIET, talliesOf } from "@/lib/testing/tallies";
import { ComparisonGate } from "./comparison-gate";

const off = armInput("off", articleOff(), false);
const open = makeComparisonReport(off, armInput("on", articleOn(), true), DEFAULT_POLICY);
const shut = makeComparisonReport(off, armInput("dying", articleDying(), true), DEFAULT_POLICY);

/** The article's four campaigns, on, off, off, on, as two pools that form a series. */
function campaign(order: number, enabled: boolean): ArmInput {
  const arm = armInput(enabled ? "on" : "off", enabled ? articleOn() : articleOff(), enabled);
  const name = `nightly-${order}`;
  return {
    ...arm,
    identity: { ...arm.identity, campaignSlug: name, campaignName: name },
    series: { name: "abba", order },
  };
}
const pooled = makeComparisonReport(
  poolArms([campaign(2, false), campaign(3, false)]),
  poolArms([campaign(1, true), campaign(4, true)]),
  DEFAULT_POLICY,
);

function draw(report: ComparisonReport): string {
  return renderToStaticMarkup(
    <ComparisonGate
      report={report}
      metrics={METRICS}
      links={{
        episodes: (of) => `/e?${Object.values(of).join("&")}`,
        campaign: (slug) => `/c/${slug}`,
        hitsBeforeAbort: ({ campaign: slug, arm }) => `/hits/${slug}/${arm}`,
      }}
    />,
  );
}

function deltasOf({ comparison }: ComparisonReport): Deltas {
  if (comparison.state !== "comparable") throw new Error("the article's arms are open");
  return comparison.deltas;
}

/** ΔASR is 0/28 − 4/42 and ΔIDR 0 − 7/42; beside them the words that only a difference has. */
const DIFFERENCE =
  /[−-]9\.5|[−-]0\.1667|[−-]16\.7|Reading|p = |p &lt; |q = |Worse in the candidate|(stopped )?by (a )?rule|never tried|exploratory|Price, candidate|Arm effect|Drift per step|Same outcome/;

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
    expect(html).toContain("Shut until every check above is passed");
    expect(html).not.toMatch(DIFFERENCE);
    expect(html).not.toContain("Over everything that the aborted episodes");
  });

  it("names each refusal by its code, with figures, thresholds, advice and cases to run again", () => {
    const text = wordsOf(draw(shut));
    expect(text).toContain("TOO_MANY_ABORTS Raise the context limit of 32,000 tokens");
    expect(text).toContain("Aborted in the candidate 14 of 42");
    expect(text).toContain("Allowed difference ± 5 points");
    expect(text).toContain("Most aborted episodes, and lost cases 20 %");
    expect(text).toContain("Cases to run again in both arms 14");
    expect(text).toContain("must lie within ± 5 points (policy version 1)");
    expect(text).toContain("Not asked: another check shut the comparison first.");
    const other = makeComparisonReport(
      { ...off, scoringVersion: 2 },
      armInput("dying", articleDying(), true),
      DEFAULT_POLICY,
    );
    expect(wordsOf(draw(other))).toMatch(/SCORING_VERSION_DIFFERS.*TOO_MANY_ABORTS/);
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

  it.each([
    { state: "not_comparable" as const },
    { state: "not_shown" as const, worstCase: { lo: -0.4, hi: 0.1 } },
  ])("draws the very same with every kind of difference smuggled into $state", (refused) => {
    for (const deltas of [deltasOf(open), deltasOf(pooled)]) {
      const { members } = pooled;
      const honest = draw({ ...shut, members, comparison: refused });
      expect(honest).not.toMatch(DIFFERENCE);
      const smuggled = Object.assign({ ...refused }, { basis: "equivalent", deltas });
      expect(draw({ ...shut, members, comparison: smuggled })).toBe(honest);
    }
  });
});

describe("the witness gate", () => {
  it("gives the figures of both arms beside the abort gate when it shuts", () => {
    const text = wordsOf(draw(makeComparisonReport(off, blind(7), DEFAULT_POLICY)));
    expect(text).toContain("NA_RATES_DIFFER");
    expect(text).toContain("Without a witness in the candidate 21 of 42");
    expect(text).toMatch(/21 of 42 \(50 %\) against 0 of 42 \(0 %\): \+50 points, .* differs/);
    expect(text).not.toMatch(DIFFERENCE);
  });

  it("says that nothing is missing, or that there was nothing to ask", () => {
    expect(wordsOf(draw(open))).toContain("Every episode of both arms carries one");
    const none = makeComparisonReport(
      { ...blind(14), identity: off.identity },
      blind(14),
      DEFAULT_POLICY,
    );
    expect(wordsOf(draw(none))).toContain("no episode of either arm carries a witness");
  });
});

/** The article's cases with the guardrail on, none of them ever doing harm; the first few never witnessed. */
function blind(count: number): ArmInput {
  const cases = articleOn().map((tally, index) => ({
    case: tally.case,
    episodes: Array.from({ length: 3 }, () => ({
      ...QUIET,
      marker: { planted: true, witnessed: index >= count },
    })),
  }));
  return armInput("blind", talliesOf(cases), true);
}

/** The words of a page without its markup. */
function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}

describe("an open gate", () => {
  it("shows the difference, its reading, and where the fall went", () => {
    const html = draw(open);
    expect(html).toContain("−0.1190");
    expect(html).toContain("60 % of the fall was stopped by a rule, the rest was never tried.");
    expect(html).toContain("Better in the candidate: 1 case");
    expect(html).not.toContain("Shut until");
    expect(html).toMatch(DIFFERENCE);
  });

  it("takes the fall apart by tool and by attack, each adding up to the whole", () => {
    const text = wordsOf(draw(open));
    expect(text).toContain(
      "write_note 3 → 0 0 → 3 +0.0714 +0.0714 ±0.0000 send_email 4 → 2 0 → 0 +0.0476 ±0.0000 +0.0476 All 7 → 2 0 → 3 +0.1190 +0.0714 +0.0476",
    );
    expect(text).toContain("crm-note 5 → 0 0 → 3 +0.1190 +0.0714 +0.0476");
  });

  it("marks every attack as exploratory, with its p and its q, and says which stand", () => {
    const deltas = deltasOf(open);
    const text = wordsOf(draw(open));
    expect(text).toContain(
      "crm-note 3 of 3 0 of 3 −100 points n/a : a single case has none 1 of 1 p = 1.000 q = 1.000 exploratory, does not stand",
    );
    const [first] = deltas.attacks;
    if (first === undefined) throw new Error("no attack");
    const standing = { ...first, p: 0.001, q: 0.1, stands: true };
    const drawn = draw({
      ...open,
      comparison: {
        state: "comparable",
        basis: "equivalent",
        deltas: { ...deltas, attacks: [standing] },
      },
    });
    expect(wordsOf(drawn)).toContain("p = 0.001 q = 0.100 stands exploratory");
  });

  it("gives the price, and why a figure has no difference", () => {
    const deltas = deltasOf(open);
    const text = wordsOf(draw(open));
    expect(text).toContain("Price, candidate − baseline");
    expect(text).toMatch(/User task done[^−]*14 cases 42 of 42 = 100.0 %[^−]*±0 points/);
    const price = deltas.price.map((row) => ({ ...row, difference: null, withheld: "Not alike." }));
    const drawn = draw({
      ...open,
      comparison: { state: "comparable", basis: "equivalent", deltas: { ...deltas, price } },
    });
    expect(wordsOf(drawn)).toContain("Not alike.");
  });

  it("tells the arm from drift along a series, and how alike repeats came out", () => {
    const text = wordsOf(draw(pooled));
    expect(text).toContain("series abba , A, B, B, A");
    expect(text).toContain("1. candidate: nightly-1 2. baseline: nightly-2");
    expect(text).toMatch(/−0.1190 ±0.0000 p = 1.000, 0 cases differ/);
    expect(text).toContain("42 of 42 episodes, 100 %");
    expect(text).toContain("evidence of repeatability, not of precision");
    expect(wordsOf(draw(open))).not.toContain("Drift per step");
  });

  it("leads from a flip to the episodes of each arm, in every campaign of a pool", () => {
    expect(draw(open)).toContain('href="/e?crm-note&amp;nightly-off&amp;off"');
    const html = draw(pooled);
    expect(html).toContain('href="/e?crm-note&amp;nightly-2&amp;off"');
    expect(html).toContain('href="/e?crm-note&amp;nightly-3&amp;off"');
    expect(html).toContain('href="/e?crm-note&amp;nightly-4&amp;on"');
  });

  it("leads to the hits before an abort where a side is one whole arm, and there alone", () => {
    const hits = { episodes: 1, aborted: 2, points: 0 };
    const { baseline, candidate, pairing, members } = open;
    const drawn = (more: Partial<ComparisonReport>) =>
      draw({
        ...open,
        baseline: { ...baseline, hitsBeforeAbort: hits },
        candidate: { ...candidate, hitsBeforeAbort: hits },
        ...more,
      });
    const ofOff = 'href="/hits/nightly-off/off"';
    const ofOn = 'href="/hits/nightly-on/on"';
    expect(drawn({})).toContain(ofOff);
    expect(drawn({})).toContain(ofOn);
    const cut = drawn({ pairing: { ...pairing, onlyBaseline: ["crm-note"] } });
    expect(cut).not.toContain(ofOff);
    expect(cut).toContain(ofOn);
    const two = [...members.candidate, ...members.candidate];
    expect(drawn({ members: { ...members, candidate: two } })).not.toContain(ofOn);
    expect(draw(open)).not.toContain("/hits/");
  });

  it("leads only to the campaigns of a pool that ran the case", () => {
    const less = campaign(3, false);
    const tallies = less.tallies.filter((tally) => tally.case !== "crm-note");
    const report = makeComparisonReport(
      poolArms([
        campaign(2, false),
        { ...less, tallies, campaign: { ...less.campaign, planned: undefined } },
      ]),
      poolArms([campaign(1, true), campaign(4, true)]),
      DEFAULT_POLICY,
    );
    const { better } = deltasOf(report).flips;
    expect(better.map((flip) => [flip.case, flip.baseline.campaigns])).toEqual([
      ["crm-note", ["nightly-2"]],
    ]);
    const html = draw(report);
    expect(html).toContain('href="/e?crm-note&amp;nightly-2&amp;off"');
    expect(html).not.toContain('href="/e?crm-note&amp;nightly-3&amp;off"');
  });

  it("says that parity was not shown when it opens on complete data, and only then", () => {
    expect(draw(open)).toContain("Parity was not shown, but nothing is missing");
    const deltas = deltasOf(open);
    const shown = {
      ...open,
      comparison: { state: "comparable" as const, basis: "equivalent" as const, deltas },
    };
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
