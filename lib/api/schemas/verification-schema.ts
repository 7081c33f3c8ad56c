import { z } from "zod";
import { named } from "./named";

const findingSchema = z.object({
  kind: z.string(),
  seq: z.number().int().nullable().describe("The first episode concerned, where one can be named."),
  message: z.string(),
});

/** What a verification found. */
export const verificationSchema = named(
  "Verification",
  z.object({
    state: z
      .enum(["proven", "changed", "unsealed", "deleted", "dropped"])
      .describe(
        "proven: nothing changed since it was sealed; unsealed: imported before there were seals, so that nothing can be said; deleted: as the log says; dropped: its content was, as the log says, its leaves are those that were sealed, and nothing else changed since.",
      ),
    episodes: z.number().int(),
    root: z.string().nullable().describe("Over the leaves of its episodes, hexadecimal."),
    findings: z.array(findingSchema).describe("What is wrong; empty where nothing is."),
    dropped: z
      .object({
        at: z.string(),
        by: z.string(),
        why: z.string(),
        records: z.number().int(),
        bytes: z.number().int(),
      })
      .nullable()
      .describe("Who dropped its content, when and why, and how much of it there was."),
    deleted: z
      .object({
        at: z.string(),
        by: z.string().nullable(),
        reason: z.string().describe("deleted: by somebody; replaced: by another import."),
        why: z
          .string()
          .nullable()
          .describe("In the words of whoever deleted it; null where nobody was asked."),
      })
      .nullable(),
    log: z.object({
      size: z.number().int(),
      root: z.string(),
      checkpoints: z.number().int().describe("How many signed heads were held against it."),
    }),
  }),
);

const inclusionSchema = z.object({
  index: z.number().int(),
  size: z.number().int(),
  path: z.array(z.string()).describe("Hexadecimal, lowest first (RFC 6962, 2.1.1)."),
});

/** What `verify.mjs` reads. */
export const proofSchema = named(
  "Proof",
  z.object({
    format: z.literal("aftermath-proof/1"),
    episode: z.object({ header: z.string(), inclusion: inclusionSchema }).nullable(),
    manifest: z.string(),
    entry: z.string(),
    log: inclusionSchema,
    checkpoint: z.string().nullable(),
    publicKey: z.string().nullable(),
  }),
);
