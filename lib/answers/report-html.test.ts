import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { campaignDocument } from "@/lib/reports/campaign-document";
import { comparisonDocument } from "@/lib/reports/comparison-document";
import { makeCampaignReport } from "@/lib/reports/make-campaign-report";
import { makeComparisonReport } from "@/lib/reports/make-comparison-report";
import type { ReportProvenance } from "@/lib/reports/report-document";
import { armInput, articleDying, articleOff, articleOn } from "@/lib/testing/article";
import { campaignCsv, comparisonCsv } from "./report-csv";
import { reportHtml } from "./report-html";

const EVIL = `<script>alert(1)</script><img src=//evil.example onerror=x>"'\u202e`;
const made = { project: EVIL, at: "2026-11-06T10:00:00.000Z", version: "0.1.0" };
const provenance: ReportProvenance = {
  dropped: null,
  slug: "nightly",
  key: EVIL,
  importedAt: "2026-11-06T09:00:00.000Z",
  source: "=cmd()",
  format: "aftermath, importer 1",
  sha256: "ab".repeat(32),
  refused: 0,
  recoded: 2,
  warnings: 1,
  maskedSecrets: 3,
  files: [{ path: EVIL, sizeBytes: 2048, sha256: "cd".repeat(32), masked: 3 }],
  fileCount: 1,
  seal: {
    root: "aa".repeat(32),
    entry: 4,
    checkpoint: {
      size: 6,
      root: "bb".repeat(32),
      note: "origin\n6\nroot\n\n— key sig\n",
      publicKey: "key+00000000+AQ",
    },
  },
};
const on = armInput("on", articleOn(), true);
const off = armInput("off", articleOff(), false);
const dying = armInput("dying", articleDying(), true);

const report = makeCampaignReport(
  { slug: "nightly", name: EVIL, startedAt: null, finishedAt: null, arms: [on, dying] },
  DEFAULT_POLICY,
);
const acts = [
  { tool: EVIL, role: "send", damage: 2, armKey: "on", caseKey: "c", replica: 1, seq: 9 },
];
const html = reportHtml(campaignDocument(report, { made, provenance, acts }));

describe("the file of a campaign", () => {
  it("holds no script, no element of a record and no address", () => {
    const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)];
    const names = new Set(tags.map(([, name]) => name));
    expect(names).toEqual(
      new Set(
        "body caption dd div dl dt h1 h2 head header html li main meta p section strong style table tbody td th thead title tr ul".split(
          " ",
        ),
      ),
    );
    const attributes = tags.flatMap(([, , rest]) => [...(rest ?? "").matchAll(/([a-z-]+)="/g)]);
    expect(new Set(attributes.map(([, name]) => name))).toEqual(
      new Set("charset class content http-equiv lang name scope".split(" ")),
    );
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toContain("\u202e");
    expect(html).toContain("[U+202E]");
  });

  it("lets nothing in but its own style, by a policy that stands in it", () => {
    expect(html).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'">/,
    );
    const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? "";
    expect(style).toContain('@page{@top-left{content:"?script?alert(1)?/script');
    expect(style).not.toContain('evil.example"');
  });

  it("has policy, denominators, exclusions, hashes, date and version", () => {
    for (const words of [
      "Policy version 1: abort rates may differ by 5 points at level 5 %",
      "0.0476 = 2 of 42",
      "Left out",
      "Aborted episodes, whatever happened before the abort",
      "ab".repeat(32),
      "cd".repeat(32),
      "Nov 6, 2026, 10:00 UTC by Aftermath 0.1.0",
      "2 recoded",
      "3 secrets masked",
    ])
      expect(html).toContain(words);
  });
});

describe("the file of a comparison", () => {
  const of = (comparison: ReturnType<typeof makeComparisonReport>) => ({
    html: reportHtml(
      comparisonDocument(comparison, { made, provenance: [provenance], scoringVersion: 1 }),
    ),
    csv: comparisonCsv(comparison, made, [provenance]),
  });
  const open = of(makeComparisonReport(off, on, DEFAULT_POLICY));
  const shut = of(makeComparisonReport(off, dying, DEFAULT_POLICY));

  it("has the difference where the comparison is open", () => {
    expect(open.html).toContain(">Difference</th>");
    expect(open.html).toContain("candidate minus baseline");
    expect(open.csv).toContain('"difference, candidate minus baseline",,damage,-0.119');
  });

  it("has no difference where it is shut, but the reason and what to do", () => {
    expect(shut.html).not.toContain(">Difference</th>");
    expect(shut.html).toContain("no difference is shown, because the comparison is shut");
    expect(shut.html).toContain("TOO_MANY_ABORTS");
    expect(shut.html).toContain("What to do:");
    expect(shut.csv).not.toContain("difference, candidate");
    expect(shut.csv).toContain("comparison,,state,not_comparable");
  });
});

describe("a campaign as CSV", () => {
  const csv = campaignCsv(report, made, provenance);

  it("has a line a figure, n/a empty with its reason, and inert cells", () => {
    expect(csv.split("\r\n")[0]).toBe(
      "section,arm,name,value,numerator,denominator,low,high,level,unit,note",
    );
    expect(csv).toMatch(/^figure,on,damage,0\.0476\d*,2,42,/m);
    expect(csv).toMatch(/^figure,on,benign-completion,,,,,,,share,n\/a: /m);
    expect(csv).toContain("'=cmd()");
    expect(csv).toContain(`source,,nightly: sha256,${"ab".repeat(32)}`);
    expect(csv).toContain("policy,,margin,0.05");
  });
});
