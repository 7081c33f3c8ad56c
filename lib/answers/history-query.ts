import { z } from "zod";
import { guardrailWords } from "@/lib/reports/arm-line";
import type { ArmReport } from "@/lib/reports/arm-report";
import type { HistoryRow } from "@/lib/reports/make-history-report";
import { everyValue, oneName, oneValue, type AddressQuery } from "./query-values";

/** A day in UTC as a date field writes it; anything else narrows nothing. */
const day = oneValue.pipe(z.iso.date().optional().catch(undefined));

/** The view of the campaigns page as its address has it; anything unknown is dropped, never an error. */
const querySchema = z.object({
  q: oneName,
  target: oneName,
  guardrail: oneName,
  model: oneName,
  verdict: oneValue.pipe(z.enum(["PASS", "FAIL", "INCOMPLETE"]).optional().catch(undefined)),
  from: day,
  to: day,
  sort: oneName,
  /** Columns by their ids, repeated; none: those that the page chooses; `all`: every one. */
  columns: everyValue.transform((ids) => ids.filter((id) => id !== "")),
  deleted: oneValue.pipe(z.enum(["show"]).optional().catch(undefined)),
});

export type HistoryQuery = z.infer<typeof querySchema>;

export function historyQuery(query: AddressQuery): HistoryQuery {
  return querySchema.parse(query);
}

/** What narrows the list, without its order and columns. */
export function isFiltered(query: HistoryQuery): boolean {
  const { q, target, guardrail, model, verdict, from, to } = query;
  return [q, target, guardrail, model, verdict, from, to].some((value) => value !== undefined);
}

/** The model as lists name it; a source that records none is a choice of its own. */
export function modelWords(model: string | null): string {
  return model ?? "not recorded";
}

/** The rows that the query asks for, in their order. A row without a date is in no span of days. */
export function filterHistory<Row extends Pick<HistoryRow, "startedAt" | "target" | "arm">>(
  rows: readonly Row[],
  query: HistoryQuery,
): Row[] {
  const text = query.q?.toLowerCase();
  return rows.filter(
    ({ startedAt, target, arm }) =>
      (text === undefined || mentions(arm, target, text)) &&
      (query.target === undefined || query.target === target) &&
      (query.guardrail === undefined || query.guardrail === guardrailWords(arm.arm.guardrail)) &&
      (query.model === undefined || query.model === modelWords(arm.arm.model)) &&
      (query.verdict === undefined || query.verdict === arm.verdict.code) &&
      (query.from === undefined || (startedAt !== null && startedAt.slice(0, 10) >= query.from)) &&
      (query.to === undefined || (startedAt !== null && startedAt.slice(0, 10) <= query.to)),
  );
}

function mentions({ arm }: Pick<ArmReport, "arm">, target: string, text: string): boolean {
  return [
    arm.campaignName,
    arm.campaignSlug,
    arm.armName,
    arm.armKey,
    target,
    guardrailWords(arm.guardrail),
    modelWords(arm.model),
  ].some((name) => name.toLowerCase().includes(text));
}

/** The choices that the rows offer, each once, in the order of the alphabet. */
export function historyChoices(rows: readonly Pick<HistoryRow, "target" | "arm">[]) {
  const each = (of: (row: Pick<HistoryRow, "target" | "arm">) => string) =>
    [...new Set(rows.map(of))].toSorted((a, b) => a.localeCompare(b));
  return {
    targets: each(({ target }) => target),
    guardrails: each(({ arm }) => guardrailWords(arm.arm.guardrail)),
    models: each(({ arm }) => modelWords(arm.arm.model)),
  };
}
