import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "@/lib/domain/policy";
import { makeHistoryReport } from "@/lib/reports/make-history-report";
import { armInput, articleOff, articleOn } from "@/lib/testing/article";
import { filterHistory, historyChoices, historyQuery, isFiltered } from "./history-query";

const { rows } = makeHistoryReport(
  [
    { ...armInput("on", articleOn(), true), startedAt: "2026-11-05T23:30:00.000Z" },
    { ...armInput("off", articleOff(), false), startedAt: "2026-11-04T01:00:00.000Z" },
    { ...armInput("undated", articleOff(), false), startedAt: null },
  ],
  DEFAULT_POLICY,
);
const found = (query: Record<string, string>) =>
  filterHistory(rows, historyQuery(query)).map(({ arm }) => arm.arm.armName);

it.each([
  [{}, ["on", "off", "undated"]],
  [{ q: "NIGHTLY-O" }, ["on", "off"]],
  [{ q: "guardrail 1.3" }, ["on"]],
  [{ guardrail: "no guardrail" }, ["off", "undated"]],
  [{ model: "support-model" }, ["on", "off", "undated"]],
  [{ model: "other" }, []],
  [{ target: "support-agent", verdict: "FAIL" }, ["on", "off", "undated"]],
  [{ verdict: "PASS" }, []],
  [{ from: "2026-11-05" }, ["on"]],
  [{ to: "2026-11-05" }, ["on", "off"]],
  [{ from: "2026-11-04", to: "2026-11-04" }, ["off"]],
])("%j", (query, expected) => {
  expect(found(query)).toEqual(expected);
});

it("drops what is no value, and what is dropped narrows nothing", () => {
  const query = historyQuery({ verdict: "PERHAPS", from: "yesterday", q: "", target: ["a", "b"] });
  expect(query).toEqual({ target: "a", columns: [] });
  expect(isFiltered(query)).toBe(true);
  expect(isFiltered(historyQuery({ verdict: "x", sort: "asr", columns: ["damage", ""] }))).toBe(
    false,
  );
});

it("offers each choice once", () => {
  expect(historyChoices(rows)).toEqual({
    targets: ["support-agent"],
    guardrails: ["no guardrail", "support-guardrail 1.3"],
    models: ["support-model"],
  });
});
