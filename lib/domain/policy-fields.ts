import type { Policy } from "./policy";

export type PolicySettings = Omit<Policy, "version">;
export type PolicyNumber = "margin" | "alpha" | "maxAbortRate" | "confidence";

/**
 * What people decide on, in hundredths, as they are typed and read: a margin in percentage points, the others
 * in percent. `below` is the bound of `policySchema`.
 */
export const POLICY_NUMBERS = {
  margin: {
    label: "Margin",
    unit: "points",
    meaning:
      "How far apart the abort rates of two arms may lie and still be of no concern, in percentage points: the gate's interval of their difference has to lie within it, on both sides.",
    below: 100,
  },
  alpha: {
    label: "Level of the gate",
    unit: "%",
    meaning:
      "How often the gate may take abort rates for alike that differ by the whole margin; 5 % makes its interval one of 90 %.",
    below: 50,
  },
  maxAbortRate: {
    label: "Cap",
    unit: "%",
    meaning:
      "With a larger share of aborted episodes, or of lost cases, an arm is compared with nothing.",
    below: 100,
  },
  confidence: {
    label: "Confidence",
    unit: "%",
    meaning: "The level of the intervals beside the figures of every page and report.",
    below: 100,
  },
} as const satisfies Record<
  PolicyNumber,
  { label: string; unit: "points" | "%"; meaning: string; below: number }
>;

export const STRICT_PARITY = {
  label: "Strict parity",
  meaning:
    "Data that are complete do not open a comparison of themselves: that the arms abort alike has to be shown, also where nothing aborted.",
};

/** In the order in which they are typed and read. */
export const POLICY_NUMBER_NAMES = [
  "margin",
  "alpha",
  "maxAbortRate",
  "confidence",
] as const satisfies readonly PolicyNumber[];

/** What was typed, by name; strict parity is there when it is ticked. */
export type TypedPolicy = Record<PolicyNumber, string> & { requireShownParity: boolean };

/** A share in hundredths, without the dust of binary fractions: 0.07 is 7. */
export function hundredths(share: number): number {
  return Number((share * 100).toPrecision(12));
}

/** One decision with its unit: "± 5 points", "2.5 %", "on". */
export function policyWord(settings: PolicySettings, name: PolicyNumber): string {
  const { unit } = POLICY_NUMBERS[name];
  const value = hundredths(settings[name]);
  return unit === "points" ? `± ${value} points` : `${value} %`;
}

export function strictWord({ requireShownParity }: PolicySettings): string {
  return requireShownParity ? "on" : "off";
}

/** The settings, or one sentence for each field that is none. */
export function readPolicy(
  typed: TypedPolicy,
): { settings: PolicySettings } | { problems: Partial<Record<PolicyNumber, string>> } {
  const { requireShownParity } = typed;
  const settings = { margin: 0, alpha: 0, maxAbortRate: 0, confidence: 0, requireShownParity };
  const problems: Partial<Record<PolicyNumber, string>> = {};
  for (const name of POLICY_NUMBER_NAMES) {
    const share = shareOf(typed[name], POLICY_NUMBERS[name].below);
    if (share === null) problems[name] = boundsOf(name);
    else settings[name] = share;
  }
  return Object.keys(problems).length > 0 ? { problems } : { settings };
}

export function boundsOf(name: PolicyNumber): string {
  const { label, unit, below } = POLICY_NUMBERS[name];
  const of = unit === "points" ? "of percentage points" : "of percent";
  return `${label}: a number ${of} above 0 and below ${below}, with at most two decimals.`;
}

function shareOf(text: string, below: number): number | null {
  const plain = text.trim();
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(plain)) return null;
  const value = Number(plain);
  return value > 0 && value < below ? Number((value / 100).toPrecision(12)) : null;
}

export type PolicyChange = { label: string; before: string; after: string };

/** What is different, decision by decision. */
export function policyChanges(before: PolicySettings, after: PolicySettings): PolicyChange[] {
  const all = [
    ...POLICY_NUMBER_NAMES.map((name) => ({
      label: POLICY_NUMBERS[name].label,
      before: policyWord(before, name),
      after: policyWord(after, name),
    })),
    { label: STRICT_PARITY.label, before: strictWord(before), after: strictWord(after) },
  ];
  return all.filter((one) => one.before !== one.after);
}
