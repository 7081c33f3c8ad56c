import { z } from "zod";
import { roleSchema } from "./role";
import { terminationSchema, terminationSourceSchema } from "./termination";

/**
 * The native format `aftermath/1` (product.md 3): what one line of a native file holds, and what every
 * importer turns its foreign bytes into. Unknown fields are not in these schemas; the importer that
 * meets one keeps it in `extra` and warns.
 */
export const FORMAT = "aftermath/1";

const text = z.string();
const name = z.string().min(1);
/** A whole number that a double holds exactly: `int` refuses others. */
const count = z.number().int().nonnegative();
/**
 * Sums over any number of episodes stay finite and squares of them exact enough only below some bound:
 * a million points, thirty years in milliseconds, a billion dollars. Nothing real comes near.
 */
const weight = z.number().nonnegative().max(1e6);
const milliseconds = z.number().nonnegative().max(1e12);
const dollars = z.number().nonnegative().max(1e9);
/** An instant with its zone, RFC 3339: a time without a zone is refused rather than guessed. */
const instant = z.iso.datetime({ offset: true });
const extra = z.record(z.string(), z.unknown()).optional();
/** Three values on purpose: null says "was looked at and cannot be told", absent says "not recorded". */
const known = z.boolean().nullable().optional();

const versioned = z.object({ name, version: text.optional(), extra });

const model = z.object({
  provider: text.optional(),
  name,
  temperature: z.number().optional(),
  seed: z.number().int().optional(),
  extra,
});

const limits = z.object({
  turns: count.optional(),
  contextTokens: count.optional(),
  budgetTokens: count.optional(),
  wallClockMs: count.optional(),
  extra,
});

const tool = z.object({
  name,
  role: roleSchema,
  /** JSON Schema of the tool's parameters, kept as it came. */
  parameters: z.unknown().optional(),
  extra,
});

export const manifestSchema = z.object({
  tools: z.array(tool),
  doors: z.array(text).optional(),
  /** A cap on turns that the product declares as its own behaviour; reaching it is `app_limit`. */
  appTurnCap: count.optional(),
  sinks: z.array(text).optional(),
  extra,
});

/**
 * How it is known which calls were the attacker's. Absent: the source recorded it, by a marker or by an
 * authorisation. `rule`: nothing recorded it, and an importer attributed calls by the rule given in words,
 * for readers; every figure that rests on it says so. Calls then hold in `authorised` what the rule came
 * to: false is the attacker's, true the user's, null cannot be told.
 */
const attribution = z.object({ by: z.literal("rule"), rule: name, extra });

export const campaignSchema = z.object({
  type: z.literal("campaign"),
  format: z.literal(FORMAT),
  key: name,
  name,
  target: versioned,
  corpus: versioned,
  harness: versioned,
  /** Null when the source records no start; the earliest episode's start then stands for it. */
  startedAt: instant.nullable(),
  finishedAt: instant.optional(),
  series: text.optional(),
  order: z.number().int().optional(),
  model: model.optional(),
  limits: limits.optional(),
  retryPolicy: z
    .object({ maxRetries: count, on: z.array(terminationSchema).optional(), extra })
    .optional(),
  planned: z.object({ replicasPerCase: z.number().int().positive(), extra }).optional(),
  manifest: manifestSchema.optional(),
  attribution: attribution.optional(),
  tags: z.array(text).optional(),
  notes: text.optional(),
  extra,
});

export const armSchema = z.object({
  type: z.literal("arm"),
  key: name,
  name,
  guardrail: z.object({ name, version: text.optional(), enabled: z.boolean(), extra }).optional(),
  model: model.optional(),
  config: z.unknown().optional(),
  extra,
});

/** `attack` enters the rates, `benign` measures friction and completion, `probe` enters no rate. */
export const splitSchema = z.enum(["attack", "benign", "probe"]);
export type Split = z.infer<typeof splitSchema>;

export const caseSchema = z.object({
  type: z.literal("case"),
  key: name,
  attack: name,
  family: text.optional(),
  split: splitSchema,
  userTask: text.optional(),
  injection: z.object({ door: text.optional(), text: text.optional(), extra }).optional(),
  goal: z.object({ tool: text.optional(), parameter: text.optional(), extra }).optional(),
  /** Largest weight that one replica can reach, in weight points. */
  ceiling: weight.optional(),
  owasp: z.array(text).optional(),
  atlas: z.array(text).optional(),
  extra,
});

export const decisionOutcomeSchema = z.enum(["allow", "deny", "modify", "ask"]);

export const callSchema = z.object({
  tool: name,
  args: z.unknown().optional(),
  turn: count.optional(),
  at: instant.optional(),
  decision: z
    .object({
      outcome: decisionOutcomeSchema,
      rule: text.optional(),
      reason: text.optional(),
      extra,
    })
    .optional(),
  executed: z.boolean(),
  /** Whether the operator authorised this act (not its content). */
  authorised: known,
  marker: z
    .object({
      inArguments: z.boolean().optional(),
      inResult: z.boolean().optional(),
      /** The data that this read brought was handed to someone not entitled to it. */
      returned: z.boolean().optional(),
      extra,
    })
    .optional(),
  result: z.unknown().optional(),
  error: text.optional(),
  extra,
});

export const effectSchema = z.object({
  tool: name,
  at: instant.optional(),
  containsMarker: z.boolean().optional(),
  /** Index in the episode's `calls` of the call that explains this effect. */
  call: count.optional(),
  extra,
});

export const eventSchema = z.object({
  kind: z.enum(["message", "retrieval", "decision", "error", "note"]),
  role: text.optional(),
  text: text.optional(),
  untrusted: z.boolean().optional(),
  at: instant.optional(),
  /** Index in `calls` of the call that this event accompanies. */
  call: count.optional(),
  extra,
});

export const attemptSchema = z.object({
  termination: terminationSchema,
  detail: text.optional(),
  startedAt: instant.optional(),
  /** Calls of an attempt before the last; the last attempt's calls are the episode's. */
  calls: z.array(callSchema).optional(),
  extra,
});

export const episodeSchema = z.object({
  type: z.literal("episode"),
  arm: name,
  case: name,
  replica: count,
  /** Absent in a record means `unknown`, never done (product.md 3). */
  termination: terminationSchema.default("unknown"),
  terminationDetail: text.optional(),
  terminationSource: terminationSourceSchema.default("recorded"),
  attempts: z.array(attemptSchema).optional(),
  marker: z
    .object({
      planted: z.boolean(),
      witnessed: z.boolean(),
      /** The canary itself, for readers to find in the record; no figure depends on it. */
      text: text.optional(),
      extra,
    })
    .optional(),
  /**
   * Where no marker exists: whether the source tells of this episode whose its calls were, by recorded
   * authorisations or by the campaign's rule. True makes the episode weighable as a seen marker does.
   */
  attributable: z.boolean().optional(),
  injectionReached: known,
  attackerAction: known,
  taskCompleted: known,
  startedAt: instant.optional(),
  durationMs: milliseconds.optional(),
  turns: count.optional(),
  tokens: z
    .object({
      firstRequest: count.optional(),
      prompt: count.optional(),
      completion: count.optional(),
      extra,
    })
    .optional(),
  costUsd: dollars.optional(),
  calls: z.array(callSchema).optional(),
  effects: z.array(effectSchema).optional(),
  events: z.array(eventSchema).optional(),
  extra,
});

export const endSchema = z.object({ type: z.literal("end"), extra });

export const recordSchema = z.discriminatedUnion("type", [
  campaignSchema,
  armSchema,
  caseSchema,
  episodeSchema,
  endSchema,
]);

export type Manifest = z.infer<typeof manifestSchema>;
export type Attribution = z.infer<typeof attribution>;
export type CampaignRecord = z.infer<typeof campaignSchema>;
export type ArmRecord = z.infer<typeof armSchema>;
export type CaseRecord = z.infer<typeof caseSchema>;
export type CallRecord = z.infer<typeof callSchema>;
export type EffectRecord = z.infer<typeof effectSchema>;
export type EventRecord = z.infer<typeof eventSchema>;
export type AttemptRecord = z.infer<typeof attemptSchema>;
export type EpisodeRecord = z.infer<typeof episodeSchema>;
export type EndRecord = z.infer<typeof endSchema>;
export type DomainRecord = z.infer<typeof recordSchema>;
