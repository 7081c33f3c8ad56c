import { expect, it } from "vitest";
import type { Measurement } from "@/lib/domain/measurement";
import {
  differenceLimits,
  evidence,
  intervalWithLevel,
  limits,
  measured,
  pValue,
  signedInUnit,
} from "./measurement";

const asr: Measurement = {
  kind: "value",
  value: 0.8,
  numerator: 160,
  denominator: 200,
  interval: { lo: 0.7391, hi: 0.8497, level: 0.95, method: "clusterWilson" },
};
const points = "weight";

it("shows a rate with what it is made of and how sure it is", () => {
  expect(measured(asr, "share")).toBe("80.0 %");
  expect(evidence(asr)).toBe("160 of 200");
  expect(asr.kind === "value" && asr.interval && intervalWithLevel(asr.interval, "share")).toBe(
    "74–85 % (95 %)",
  );
});

it("never shows weights as a percentage", () => {
  const damage: Measurement = {
    kind: "value",
    value: 2 / 42,
    numerator: 2,
    denominator: 42,
    interval: null,
  };
  expect(measured(damage, points)).toBe("0.0476");
  expect(limits({ lo: 0.0012, hi: 0.83 }, points)).toBe("0.0012 to 0.8300");
  expect(signedInUnit(-5 / 42, points)).toBe("\u22120.1190");
});

it("keeps n/a apart from zero, with its reason", () => {
  const none: Measurement = { kind: "na", reason: "calls carry no marker" };
  expect(measured(none, "share")).toBe("n/a");
  expect(evidence(none)).toBe("calls carry no marker");
});

it("writes the unit of a difference's limits once", () => {
  expect(differenceLimits({ lo: -0.7362, hi: -0.5931 }, "share")).toBe(
    "\u221273.6 to \u221259.3 points",
  );
});

it("bounds a small p", () => {
  expect(pValue(0.0312)).toBe("p = 0.031");
  expect(pValue(0.0002)).toBe("p < 0.001");
});
