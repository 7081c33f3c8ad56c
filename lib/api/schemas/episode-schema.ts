import { z } from "zod";
import { ALARM_NAMES } from "@/lib/domain/alarm";
import { OUTCOME_NAMES } from "@/lib/domain/outcome";
import { decisionOutcomeSchema, splitSchema } from "@/lib/domain/records";
import { roleSchema } from "@/lib/domain/role";
import { terminationSchema, terminationSourceSchema } from "@/lib/domain/termination";
import { contentDropSchema } from "./content-drop-schema";
import { named } from "./named";

const instant = z.iso.datetime();
const known = z.boolean().nullable();

const row = {
  campaign: z.string(),
  campaignName: z.string(),
  seq: z.number().int(),
  arm: z.string(),
  armName: z.string(),
  case: z.string(),
  attack: z.string(),
  split: splitSchema,
  replica: z.number().int(),
  termination: terminationSchema,
  terminationSource: terminationSourceSchema,
  outcome: z.enum(OUTCOME_NAMES),
  dispute: z
    .enum(["open", "settled"])
    .nullable()
    .describe("Whether reviewers dispute the outcome; null: nobody does."),
  hitBeforeAbort: z.boolean(),
  weighable: z.boolean().describe("False: no witness, so that no rate counts its weights."),
  damage: z.number(),
  exposure: z.number(),
  attributedByRule: z
    .string()
    .nullable()
    .describe("The rule that attributes the campaign's calls; null: the record does."),
  calls: z.number().int(),
  denied: z.number().int(),
  turns: z.number().int().nullable(),
  durationMs: z.number().nullable(),
  alarms: z.array(z.enum(ALARM_NAMES)),
  startedAt: instant.nullable(),
  record: z.string().describe("Address of the record's exact bytes."),
};

/** An episode as lists show it. Weights in points. */
export const episodeRowSchema = named("EpisodeRow", z.object(row));
export type EpisodeJson = z.input<typeof episodeRowSchema>;

const call = z.object({
  attemptNo: z.number().int(),
  callNo: z.number().int(),
  tool: z.string(),
  role: roleSchema.nullable(),
  weight: z.number(),
  fate: z.enum(["executed", "denied"]).nullable(),
  damage: z.number(),
  exposure: z.number(),
  friction: z.boolean(),
  unattributed: z.boolean(),
  attributed: z.boolean(),
  returnedRead: z.boolean(),
  decision: decisionOutcomeSchema.nullable(),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  executed: z.boolean(),
  authorised: known,
  markerInArguments: known,
  markerInResult: known,
  markerReturned: known,
  turn: z.number().nullable(),
  calledAt: instant.nullable(),
});

const attempt = z.object({
  attemptNo: z.number().int(),
  termination: terminationSchema,
  detail: z.string().nullable(),
  startedAt: instant.nullable(),
  callCount: z.number().int(),
  damage: z.number(),
});

const effect = z.object({
  effectNo: z.number().int(),
  tool: z.string(),
  role: roleSchema.nullable(),
  effectAt: instant.nullable(),
  containsMarker: known,
  callNo: z.number().int().nullable(),
  damage: z.number(),
});

/** One episode with everything that was derived from its record. */
export const episodeDetailSchema = named(
  "Episode",
  z.object({
    ...row,
    sha256: z.string().describe("Of the record, written at import."),
    unchanged: z
      .boolean()
      .nullable()
      .describe("Whether the stored bytes still have that digest; null where they were dropped."),
    contentDropped: contentDropSchema.nullable(),
    terminationDetail: z.string().nullable(),
    outcomeReason: z.string(),
    taskCompleted: known,
    attackerAction: known,
    injectionReached: known,
    damageInEarlierAttempts: z.number(),
    tokens: z.number().nullable(),
    costUsd: z.number().nullable(),
    hadNul: z.boolean(),
    hadLoneSurrogate: z.boolean(),
    attempts: z.array(attempt),
    callList: z.array(call),
    effects: z.array(effect),
  }),
);
export type EpisodeDetailJson = z.input<typeof episodeDetailSchema>;
