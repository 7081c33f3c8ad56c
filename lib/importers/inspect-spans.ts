import { type JsonObject, textOf } from "./json-value";

const SCORERS = new Set(["scorer", "scorers"]);

/** Follows spans, and the steps of older logs, to tell what happened while a scorer was at work. */
export type ScorerSpans = {
  note(event: JsonObject): void;
  isScoring(event: JsonObject): boolean;
};

export function createScorerSpans(): ScorerSpans {
  const scoring = new Set<string>();
  /** The steps that are open, outermost first: true for a scorer's. */
  const steps: boolean[] = [];
  return {
    note(event) {
      if (event["event"] === "step") {
        if (event["action"] === "begin") steps.push(isScorer(event));
        else if (event["action"] === "end") steps.pop();
      }
      if (event["event"] !== "span_begin") return;
      const id = textOf(event["id"]);
      const parent = textOf(event["parent_id"]);
      if (id === undefined) return;
      if (isScorer(event) || (parent !== undefined && scoring.has(parent))) scoring.add(id);
    },
    isScoring(event) {
      const span = textOf(event["span_id"]);
      return steps.includes(true) || (span !== undefined && scoring.has(span));
    },
  };
}

function isScorer(event: JsonObject): boolean {
  return SCORERS.has(String(event["type"])) || event["name"] === "scorers";
}
