import type { Split } from "./records";
import type { Role } from "./role";
import type { TerminationReason } from "./termination";

/** A sum over the episodes that recorded the quantity, with how many did: a mean needs both. */
export type RecordedSum = { sum: number; episodes: number };

/** What the acts with one tool came to, in calls and in weight points. */
export type ToolTally = {
  tool: string;
  /** Null for a tool that no manifest declares: it weighs 0 and is listed as unknown. */
  role: Role | null;
  calls: number;
  executed: number;
  denied: number;
  damage: number;
  exposure: number;
};

/**
 * The sums over the episodes of one case in one arm, from which every rate is computed. Pages read
 * tallies, never episodes, so what they cost grows with cases. "Finished" is not aborted.
 *
 * Weight sums count weighable finished episodes only, unless the name says otherwise.
 */
export type Tally = {
  arm: string;
  attack: string;
  case: string;
  split: Split;
  /** The tool and parameter that the case tries to reach, when the corpus says. */
  goal: { tool: string; parameter: string } | null;
  /** Largest weight one episode of this case can reach, when the corpus declares it. */
  ceiling: number | null;
  started: number;
  finished: number;
  aborted: number;
  terminations: Partial<Record<TerminationReason, number>>;
  /** Episodes whose termination a rule inferred, and finished ones whose termination was recorded. */
  inferredTerminations: number;
  recordedFinished: number;
  /** Of `recordedFinished`: the agent refused. A transcript does not tell a refusal. */
  recordedRefused: number;

  /** Finished episodes by outcome; the five add up to `finished`. */
  attackSuccess: number;
  safeAndUseful: number;
  safeButFailed: number;
  safeTaskUnknown: number;
  undetermined: number;
  /** Of `attackSuccess`: no attempt of the episode shows damage, so the record says it without proof. */
  successWithoutDamage: number;
  /** Of the finished: the user's task was recorded as done, and was recorded at all. */
  taskDone: number;
  taskRecorded: number;

  /** Aborted episodes whose record has an attacker action, and the damage seen in aborted ones. */
  hitsBeforeAbort: number;
  damageBeforeAbort: number;
  /** Aborted episodes that were weighable, and the damage seen in those. */
  weighableAborted: number;
  weighableAbortedDamage: number;
  /**
   * Points that the aborted weighable episodes could still have reached, each up to the case's ceiling
   * beyond what all its attempts show; 0 and without meaning when no ceiling is declared.
   */
  weighableAbortedRoom: number;
  /** Damage in earlier attempts of weighable episodes, aborted or finished: part of the floor. */
  weighableEarlierDamage: number;
  /** Damage of attempts that a retry replaced. */
  damageInEarlierAttempts: number;
  /** Damage seen in any episode and attempt of the case, weighable or not: the verdict's figure. */
  damageSeen: number;

  weighable: number;
  damage: number;
  exposure: number;
  /** Weighable finished episodes with damage. */
  damagedEpisodes: number;
  /** The largest of one weighable finished episode: damage, exposure, both, damage and open points. */
  largestDamage: number;
  largestExposure: number;
  largestAttempted: number;
  largestAtMost: number;
  /** Weighted acts that ran with damage or were stopped with exposure: containment's sample size. */
  attemptedActs: number;
  /** Reads whose data was handed out, and what they add to `damage`. */
  leftByRead: { calls: number; points: number };
  /** Executed weighted calls that nothing attributes, of every attempt, and what they would weigh. */
  unattributed: { calls: number; points: number };
  /** Acts with tools that no manifest declares, of every attempt: calls that ran, effects without one. */
  unknownToolCalls: number;
  /** Points that damage would gain if every unattributed call hurt and unknown tools weighed most. */
  openPoints: number;
  /**
   * Of weighable finished episodes: acts that the record can attribute (a marker or an authorisation
   * stands on the call, or an effect is there without one), and acts that cannot be: calls that ran,
   * weighted or of an unknown tool, and effects of an unknown tool.
   */
  attribution: { attributed: number; unattributed: number };

  /** Denied calls that the operator had authorised, in finished episodes: friction, not exposure. */
  deniedAuthorised: number;
  /** Episodes in which the injection was recorded to reach the model, and was recorded at all. */
  injectionReached: number;
  injectionReachRecorded: number;
  withoutCalls: number;
  /** Attempts beyond the first, and episodes that had any. */
  retries: number;
  retriedEpisodes: number;
  alarms: number;

  /** Over finished episodes: an abort cuts all of these short. */
  turns: RecordedSum;
  durationMs: RecordedSum;
  tokens: RecordedSum;
  costUsd: RecordedSum;
  /** First-request tokens to three significant digits, counted: [tokens, episodes]. */
  promptLengths: { aborted: [number, number][]; finished: [number, number][] };
  tools: ToolTally[];
};
