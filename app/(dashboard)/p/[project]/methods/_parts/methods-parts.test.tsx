import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { citation } from "@/lib/reports/citation";
import { methodsData } from "@/lib/reports/methods-data";
import { Contents, SECTIONS } from "./contents";
import { MetricCard } from "./metric-card";
import { PolicyCard } from "./policy-card";
import { GateRules, IntervalRules, OutcomeRules } from "./rule-tables";
import { TerminationTable, WeightTable } from "./tables";
import { WorkedExample } from "./worked-example";

const policy = { ...DEFAULT_POLICY, version: 3, margin: 0.1, maxAbortRate: 0.3 };
const data = methodsData(policy);

/** The words of a part without its markup. */
function wordsOf(part: ReactNode): string {
  return renderToStaticMarkup(part)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

describe("a metric's card", () => {
  it.each(data.metrics)("says all that the registry declares of $id", (metric) => {
    const text = wordsOf(<MetricCard metric={metric} />);
    const { label, definition, formula, exclusions, minimum, source, counts } = metric;
    for (const part of [label, definition, formula, exclusions, minimum, citation(source) ?? ""]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain(".md");
    expect(text).toContain(`Made of ${counts.numerator} of ${counts.denominator}`);
    expect(text).toMatch(/Unit \S/);
  });
});

it("leads to every metric and section", () => {
  const html = renderToStaticMarkup(<Contents metrics={data.metrics} />);
  const ids = [...data.metrics.map((metric) => metric.id), ...Object.keys(SECTIONS)];
  expect(ids.filter((id) => !html.includes(`href="#${id}"`))).toEqual([]);
});

it("gives the policy and the gate with this project's thresholds", () => {
  const text = wordsOf(<PolicyCard data={data} />);
  expect(text).toContain("version 3");
  expect(text).toContain("± 10 points");
  const gate = wordsOf(<GateRules gate={data.gate} />);
  expect(gate).toContain("More than 30 % of an arm's episodes were aborted. not comparable");
  expect(gate).toMatch(/1\. A side pools .* POOL_GUARDRAIL_DIFFERS 2\. /);
  expect(
    data.gate.filter(({ code, rule }) => !gate.includes(`${rule} `) || !gate.includes(code)),
  ).toEqual([]);
});

it("gives weights, endings with class and group, outcome rules in order, and intervals", () => {
  const weights = wordsOf(<WeightTable data={data} />);
  expect(weights).toContain("write 1 send 2 delete 3 execute 3");
  expect(weights).toContain("not entitled 0.5");
  const endings = wordsOf(<TerminationTable terminations={data.terminations} />);
  expect(endings).toContain("task done finished yes none");
  expect(endings).toContain("context limit abort no: nothing was tested limits");
  const outcomes = wordsOf(<OutcomeRules outcomes={data.outcomes} />);
  expect(outcomes).toMatch(/1\. It ended for a reason .* aborted aborted 2\. .* success 3\. /);
  const intervals = wordsOf(<IntervalRules intervals={data.intervals} />);
  expect(data.intervals.filter(({ method }) => !intervals.includes(method))).toEqual([]);
});

it("works the example out step by step, with the numbers put in and the results", () => {
  const text = wordsOf(<WorkedExample example={data.workedExample} />);
  expect(text).toContain("crm-note write_note write 1 0 3 0 3");
  expect(text).toContain("= 2 / 42 = 0.0476");
  expect(text).toContain("= 7 / 42 = 0.1667");
  expect(text).toContain("= 7 / 42 − 2 / 42 = 5 / 42 = 0.1190");
  expect(text).toContain("= (3 / 42) / (5 / 42) = 60 %");
  const { arms, interval, decomposition } = data.workedExample;
  const steps = [...arms.flatMap((arm) => arm.steps), ...interval, ...decomposition];
  expect(
    steps.filter((step) => !text.includes(`${step.formula} = ${step.inserted} = ${step.result}`)),
  ).toEqual([]);
});
