import type { ConfigurationChange } from "./comparison-report";
import { type ArmInput, membersOf } from "./report-input";

type Setting = {
  what: string;
  of: (arm: ArmInput) => string | null;
  /** Meant to differ between the arms: named only where the campaigns of one side differ. */
  withinSideOnly?: true;
  /** Absent says that there is none, not that nobody recorded it. */
  noneWhenAbsent?: true;
};

const SETTINGS: readonly Setting[] = [
  { what: "target", of: ({ campaign }) => versioned(campaign.target) },
  { what: "model", of: (arm) => arm.identity.model ?? arm.campaign.model?.name ?? null },
  { what: "model provider", of: (arm) => modelOf(arm)?.provider ?? null },
  { what: "temperature", of: (arm) => text(modelOf(arm)?.temperature) },
  { what: "seed", of: (arm) => text(modelOf(arm)?.seed) },
  { what: "corpus", of: ({ campaign }) => versioned(campaign.corpus) },
  { what: "harness", of: ({ campaign }) => versioned(campaign.harness) },
  { what: "turn limit", of: ({ campaign }) => text(campaign.limits?.turns) },
  { what: "context limit", of: ({ campaign }) => text(campaign.limits?.contextTokens) },
  { what: "token budget", of: ({ campaign }) => text(campaign.limits?.budgetTokens) },
  { what: "time limit", of: ({ campaign }) => text(campaign.limits?.wallClockMs) },
  {
    what: "app turn cap",
    of: ({ campaign }) => text(campaign.manifest?.appTurnCap),
    noneWhenAbsent: true,
  },
  { what: "retry policy", of: retryPolicyOf },
  { what: "arm configuration", of: configOf, noneWhenAbsent: true },
  { what: "guardrail", of: guardrailOf, withinSideOnly: true },
];

const NOT_RECORDED = "not recorded";

/**
 * Settings that differ between the arms beside the guardrail, or between the campaigns that one side
 * pools, and those that nobody records.
 */
export function compareConfiguration(
  baseline: ArmInput,
  candidate: ArmInput,
): { changes: ConfigurationChange[]; notRecorded: string[] } {
  const changes: ConfigurationChange[] = [];
  const notRecorded: string[] = [];
  for (const { what, of, withinSideOnly, noneWhenAbsent } of SETTINGS) {
    const before = settingOf(baseline, of);
    const after = settingOf(candidate, of);
    const mixed = before.mixed || after.mixed;
    const between = before.words !== after.words && withinSideOnly !== true;
    if (mixed || between) {
      changes.push({
        what,
        baseline: before.words ?? NOT_RECORDED,
        candidate: after.words ?? NOT_RECORDED,
      });
    } else if (before.words === null && withinSideOnly !== true && noneWhenAbsent !== true) {
      notRecorded.push(what);
    }
  }
  return { changes, notRecorded };
}

/** One side's value; of a pool whose campaigns differ, each campaign's: "0 in nightly-2, 1 in nightly-3". */
function settingOf(input: ArmInput, of: Setting["of"]): { words: string | null; mixed: boolean } {
  const members = membersOf(input);
  const values = new Set(members.map(of));
  if (values.size <= 1) return { words: [...values][0] ?? null, mixed: false };
  return { words: inEachMember(members, of), mixed: true };
}

/** Every member's value with its campaign's name. */
export function inEachMember(members: readonly ArmInput[], of: Setting["of"]): string {
  return members
    .map((member) => `${of(member) ?? NOT_RECORDED} in ${member.identity.campaignName}`)
    .join(", ");
}

/** One sentence on what else changed, for the page and the print. */
export function changesSentence(
  changes: readonly ConfigurationChange[],
  notRecorded: readonly string[],
): string {
  const unknown =
    notRecorded.length === 0 ? "" : ` Recorded in neither arm: ${notRecorded.join(", ")}.`;
  if (changes.length === 0) return `Nothing that is recorded beside the guardrail.${unknown}`;
  const list = changes
    .map((change) => `${change.what} (${change.baseline} to ${change.candidate})`)
    .join(", ");
  return `The guardrail is not the only change: ${list}. A difference cannot be laid to the guardrail alone.${unknown}`;
}

function versioned(value: { name: string; version?: string | undefined }): string {
  return value.version === undefined ? value.name : `${value.name} ${value.version}`;
}

function text(value: number | undefined): string | null {
  return value === undefined ? null : String(value);
}

/** The retry policy in words; null when the campaign records none. */
export function retryPolicyOf({ campaign: { retryPolicy } }: ArmInput): string | null {
  if (retryPolicy === undefined) return null;
  const reasons = retryPolicy.on === undefined ? "" : ` on ${retryPolicy.on.toSorted().join(", ")}`;
  return `at most ${retryPolicy.maxRetries} retries${reasons}`;
}

/** The model that the arm ran: its own record, else the campaign's. */
function modelOf(arm: ArmInput) {
  return arm.own?.model ?? arm.campaign.model;
}

/** Provider and name of the model; null when nobody records one. */
export function modelNameOf(arm: ArmInput): string | null {
  const name = arm.identity.model ?? modelOf(arm)?.name;
  if (name === undefined) return null;
  const provider = modelOf(arm)?.provider;
  return provider === undefined ? name : `${provider} ${name}`;
}

/** The arm's own configuration as JSON with its keys in order; null without one. */
function configOf({ own }: ArmInput): string | null {
  if (own === undefined || own.config === null || own.config === undefined) return null;
  return JSON.stringify(own.config, inOrder);
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The guardrail in words; null when the arm records none. */
export function guardrailOf({ identity: { guardrail } }: ArmInput): string | null {
  if (guardrail === null) return null;
  const version = guardrail.version === null ? "" : ` ${guardrail.version}`;
  return `${guardrail.name}${version} ${guardrail.enabled ? "on" : "off"}`;
}
