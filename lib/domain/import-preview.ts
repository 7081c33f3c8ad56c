import { z } from "zod";
import { OUTCOME_NAMES } from "./outcome";
import { splitSchema } from "./records";
import { terminationSchema, terminationSourceSchema } from "./termination";

/**
 * What an import would come to: a source read to its end and nothing written. Plain JSON, so that the page,
 * the command line and the API show one and the same. All counts are whole numbers of what their name says.
 */
const count = z.number().int().nonnegative();

const place = z.object({
  file: z.string(),
  line: count.optional(),
  byte: count.optional(),
  path: z.string().optional(),
});

/**
 * What the source itself says of attacked episodes; `silent` are those of which it says nothing. Of
 * legitimate work it can say that the task was done.
 */
const fileVerdicts = z.object({
  defended: count,
  attacked: count,
  silent: count,
  benign: count,
  benignDone: count,
});

const termination = z.object({
  reason: terminationSchema,
  episodes: count,
  /** `recorded`: a field of the source says so. `inferred`: a rule read it from the transcript. */
  recorded: count,
  inferred: count,
  /** By which rule, most frequent first: the words of the first episode of each. */
  rules: z.array(z.object({ source: terminationSourceSchema, words: z.string(), episodes: count })),
  /** Episodes of rules that are not listed. */
  otherRules: count,
  fileSays: fileVerdicts,
  /** What these episodes count as here; an outcome that none has is left out. */
  becomes: z.partialRecord(z.enum(OUTCOME_NAMES), count),
});

const abortedInArm = z.object({
  /** The arm's key. */
  arm: z.string(),
  split: splitSchema,
  reason: terminationSchema,
  episodes: count,
  /** All episodes of the arm in this split. */
  of: count,
  fileSays: fileVerdicts,
});

const arm = z.object({
  key: z.string(),
  name: z.string(),
  guardrail: z.object({ name: z.string(), enabled: z.boolean() }).nullable(),
  model: z.string().nullable(),
  episodes: z.record(splitSchema, count),
});

const question = z.object({
  id: z.string(),
  label: z.string(),
  help: z.string(),
  /** None: the answer is free text. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  default: z.string(),
  /** What this preview was read with. */
  chosen: z.string(),
});

export const importPreviewSchema = z.object({
  /** Why nothing of it would be imported, in one sentence; null when it would be. */
  refusal: z.string().nullable(),
  source: z.object({ name: z.string(), files: count, bytes: count }),
  /** SHA-256 of the source, hex, as the import would be known by; null when it was not read so far. */
  fingerprint: z.string().nullable(),
  /** Null when nothing recognised the source. */
  format: z.object({ id: z.string(), label: z.string(), version: count }).nullable(),
  campaign: z
    .object({
      key: z.string(),
      name: z.string(),
      target: z.string(),
      harness: z.string(),
      /** RFC 3339; null when the source records no start. */
      startedAt: z.string().nullable(),
    })
    .nullable(),
  counts: z.object({
    records: count,
    arms: count,
    attacks: count,
    cases: count,
    episodes: count,
    calls: count,
    refused: count,
    recoded: count,
    warnings: count,
    secretsMasked: count,
  }),
  arms: z.array(arm),
  /** In the order of the table of terminations; reasons that no episode has are left out. */
  terminations: z.array(termination),
  /** By arm and split, what leaves every rate: attacks first, most defences first; at most 1,000. */
  aborted: z.array(abortedInArm),
  /** `refused` first, then `recoded`, then warnings; most frequent first. */
  issues: z.array(
    z.object({
      severity: z.enum(["refused", "recoded", "warning"]),
      code: z.string(),
      message: z.string(),
      count,
      /** The first ones. */
      places: z.array(z.object({ place, message: z.string() })),
    }),
  ),
  /** Which figures would be n/a and why, in how many of the arms. */
  notAvailable: z.array(
    z.object({ reason: z.string(), metrics: z.array(z.string()), arms: count }),
  ),
  tools: z.object({
    /** Whence the roles are: the source's own manifest, or one given at import; null without any. */
    roles: z.enum(["source", "given"]).nullable(),
    called: count,
    withoutRole: count,
    /** The first names of those without a role. */
    names: z.array(z.string()),
  }),
  questions: z.array(question),
});

export type ImportPreview = z.infer<typeof importPreviewSchema>;
export type PreviewTermination = z.infer<typeof termination>;
export type PreviewVerdicts = z.infer<typeof fileVerdicts>;
