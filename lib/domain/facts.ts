import type { Alarm } from "./alarm";
import type { Outcome } from "./outcome";
import type { Split } from "./records";
import type { Role } from "./role";
import type { TerminationReason, TerminationSource } from "./termination";

/** What one call came to. `fate` is null for a call that neither ran nor was denied. */
export type CallFacts = {
  tool: string;
  /** Null for a tool that no manifest declares. */
  role: Role | null;
  /** Weight points of the act: what it costs to undo, whether or not it ran. */
  weight: number;
  fate: "executed" | "denied" | null;
  damage: number;
  exposure: number;
  /** A denied call that the operator had authorised: friction, not exposure. */
  friction: boolean;
  /** Executed and weighted, but neither marker nor authorisation was recorded. */
  unattributed: boolean;
  /** A marker or an authorisation stands on the call. */
  attributed: boolean;
  /** A read whose data was handed to someone not entitled to it. */
  returnedRead: boolean;
};

/** What the application's record shows happened, and its weight points where no call explains it. */
export type EffectFacts = { tool: string; role: Role | null; explained: boolean; damage: number };

/**
 * What one episode comes to by the rules of methods.md 2, derived once at ingest from its record.
 * Weights are points; `null` says that it cannot be told.
 */
export type EpisodeFacts = {
  arm: string;
  case: string;
  attack: string;
  split: Split;
  replica: number;
  termination: TerminationReason;
  terminationSource: TerminationSource;
  aborted: boolean;
  outcome: Outcome;
  /** The rule that gave the outcome, in words a reader can check against the record. */
  outcomeReason: string;
  /** As recorded, else derived from the calls, else null. */
  attackerAction: boolean | null;
  taskCompleted: boolean | null;
  hitBeforeAbort: boolean;
  injectionReached: boolean | null;
  /** The marker was planted and seen before any defence: the episode can witness damage. */
  weighable: boolean;
  /** Of the last attempt, calls and unexplained effects together. */
  damage: number;
  exposure: number;
  damageInEarlierAttempts: number;
  attempts: number;
  /** Calls of the last attempt, in order. */
  calls: CallFacts[];
  /** Calls of each attempt before the last. */
  earlierCalls: CallFacts[][];
  /** The application's own record, in order; `damage` is 0 for an effect that a call explains. */
  effects: EffectFacts[];
  alarms: Alarm[];
  turns: number | null;
  durationMs: number | null;
  tokens: number | null;
  /** Tokens of the first request: how long the prompt was before the agent did anything. */
  firstRequestTokens: number | null;
  costUsd: number | null;
};
