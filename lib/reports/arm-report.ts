import type { Interval, Measurement } from "@/lib/domain/measurement";
import type { Role } from "@/lib/domain/role";
import type { TerminationReason } from "@/lib/domain/termination";

export type Guardrail = { name: string; version: string | null; enabled: boolean };

/** Which arm of which campaign, as pages name it and link to it. */
export type ArmIdentity = {
  campaignSlug: string;
  campaignName: string;
  armKey: string;
  armName: string;
  guardrail: Guardrail | null;
  model: string | null;
};

export type VerdictCode = "PASS" | "FAIL" | "INCOMPLETE";
export type Verdict = { code: VerdictCode; sentence: string };

export type TerminationCount = {
  reason: TerminationReason;
  label: string;
  class: "finished" | "abort";
  count: number;
  /** Of all started episodes. */
  share: number;
  interval: Interval | null;
};

/** A reason's count alone, for what draws it small. */
export type Ending = Pick<TerminationCount, "label" | "class" | "count" | "share">;

/** Bounds over what the aborted episodes might have come to: about these episodes, no sampling error. */
export type Bounds = { lo: number; hi: number };

export type AttackRow = {
  attack: string;
  cases: number;
  started: number;
  aborted: number;
  finished: number;
  success: number;
  asr: Measurement;
  damage: number;
  exposure: number;
};

export type ToolRow = {
  tool: string;
  /** Null: no manifest declares it; weight 0, listed as unknown. */
  role: Role | null;
  weight: number | null;
  calls: number;
  executed: number;
  denied: number;
  damage: number;
  exposure: number;
};

/** One arm alone: everything that can be said without another arm. Attack split unless it says otherwise. */
export type ArmReport = {
  arm: ArmIdentity;
  verdict: Verdict;
  /** The rule by which this arm's calls are attributed, in words; absent where the record does it. */
  attributedByRule?: string;
  cases: number;
  started: number;
  finished: number;
  aborted: number;
  /** Aborted of started, a share; null when nothing was started. */
  abortRate: number | null;
  /** Every registered metric, by its id, in the registry's order. */
  measurements: Record<string, Measurement>;
  terminations: TerminationCount[];
  /** Share of terminations that a rule inferred from the transcript. */
  inferredTerminations: { count: number; started: number };
  hitsBeforeAbort: { episodes: number; aborted: number; points: number };
  asrBounds: Bounds | null;
  /** Bounds of IDR; `hi` is null when an aborted case declares no ceiling. Null when n/a. */
  damageBounds: { lo: number; hi: number | null } | null;
  damagedEpisodes: { episodes: number; weighable: number; largest: number };
  /** Episodes that carry no witness, of those started. */
  notWeighable: { episodes: number; started: number };
  undetermined: number;
  unattributed: { calls: number; points: number };
  unknownTools: string[];
  /** Episodes whose record contradicts itself, of every split, and the `duplicateRecords`. */
  alarms: number;
  /** Records that its campaign's import refused as duplicates, of whichever arm; absent where none were. */
  duplicateRecords?: number;
  attacks: AttackRow[];
  tools: ToolRow[];
  /** What a reader must not miss, e.g. that this arm's agent stopped working. Loud sentences. */
  cautions: string[];
  benign: { started: number; finished: number; aborted: number } | null;
};
