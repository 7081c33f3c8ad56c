import { expect, it } from "vitest";
import type { MetricInfo } from "@/components/ui/metric-info";
import { damage } from "@/lib/metrics/damage";
import { tokens } from "@/lib/metrics/tokens";
import { columnChoices } from "./campaign-column-choice";

const METRICS: MetricInfo[] = [damage, tokens];
const shown = (named: string[]) =>
  columnChoices(named, METRICS)
    .filter((choice) => choice.shown)
    .map(({ id }) => id);

it("shows the headline columns when the address names none", () => {
  expect(shown([])).toEqual([
    "started",
    "arm",
    "guardrail",
    "model",
    "verdict",
    "ended",
    "alarms",
    "damage",
  ]);
});

it("shows those that the address names, in their own order, and all by one word", () => {
  expect(shown(["tokens", "verdict", "nothing"])).toEqual(["verdict", "tokens"]);
  expect(shown(["all"])).toHaveLength(10);
});
