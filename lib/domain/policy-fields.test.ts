import { describe, expect, it, test } from "vitest";
import { DEFAULT_POLICY, policySchema } from "./policy";
import {
  boundsOf,
  POLICY_NUMBER_NAMES,
  POLICY_NUMBERS,
  policyChanges,
  readPolicy,
  type PolicyNumber,
  type TypedPolicy,
} from "./policy-fields";

const { version: _version, ...DEFAULTS } = DEFAULT_POLICY;
const TYPED: TypedPolicy = {
  margin: "5",
  alpha: "5",
  maxAbortRate: "20",
  confidence: "95",
  requireShownParity: false,
};

it("reads what is typed as shares, without dust", () => {
  expect(readPolicy(TYPED)).toEqual({ settings: DEFAULTS });
  const odd = { ...TYPED, margin: " 7 ", alpha: "2.5", maxAbortRate: "0.01", confidence: "99.99" };
  expect(readPolicy({ ...odd, requireShownParity: true })).toEqual({
    settings: {
      margin: 0.07,
      alpha: 0.025,
      maxAbortRate: 0.0001,
      confidence: 0.9999,
      requireShownParity: true,
    },
  });
});

describe.each(POLICY_NUMBER_NAMES)("%s", (name: PolicyNumber) => {
  const { below } = POLICY_NUMBERS[name];

  test("has the bounds of the schema", () => {
    const takes = (value: number) =>
      policySchema.safeParse({ ...DEFAULT_POLICY, [name]: value / 100 }).success;
    expect([0, 0.01, below - 0.01, below].map(takes)).toEqual([false, true, true, false]);
    const reads = (text: string) => "settings" in readPolicy({ ...TYPED, [name]: text });
    expect(["0", "0.01", String(below - 0.01), String(below)].map(reads)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test.each(["", "-1", "0", "0.00", "1e1", "5,5", "5.123", "100", "Infinity", "NaN", "0x5", "٥"])(
    "%j is refused in one sentence",
    (text) => {
      expect(readPolicy({ ...TYPED, [name]: text })).toEqual({
        problems: { [name]: boundsOf(name) },
      });
    },
  );
});

it("says the bounds in words", () => {
  expect(boundsOf("margin")).toBe(
    "Margin: a number of percentage points above 0 and below 100, with at most two decimals.",
  );
  expect(boundsOf("alpha")).toBe(
    "Level of the gate: a number of percent above 0 and below 50, with at most two decimals.",
  );
});

it("names what would change, and nothing else", () => {
  expect(policyChanges(DEFAULTS, DEFAULTS)).toEqual([]);
  expect(policyChanges(DEFAULTS, { ...DEFAULTS, margin: 0.03, requireShownParity: true })).toEqual([
    { label: "Margin", before: "± 5 points", after: "± 3 points" },
    { label: "Strict parity", before: "off", after: "on" },
  ]);
});
