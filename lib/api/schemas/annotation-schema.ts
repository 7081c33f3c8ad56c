import { z } from "zod";
import { OUTCOME_NAMES } from "@/lib/domain/outcome";
import { named } from "./named";

const kind = z.enum(["note", "dispute", "resolution"]);
const outcome = z.enum(OUTCOME_NAMES).nullable();

export const annotationSchema = named(
  "Annotation",
  z.object({
    id: z.uuid(),
    kind,
    author: z.string(),
    text: z.string(),
    outcome: outcome.describe(
      "Of a dispute: what it is held to be. Of a resolution: what was settled on.",
    ),
    resolves: z.uuid().nullable(),
    callNo: z.number().int().nullable().describe("The call that it is about, from 0."),
    createdAt: z.iso.datetime(),
  }),
);
export type AnnotationJson = z.input<typeof annotationSchema>;

export const annotationListSchema = z.object({ items: z.array(annotationSchema) });

/** Postgres text cannot hold NUL. */
const words = (most: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing`)
    .max(most, `${what} has more than ${most} characters`)
    .regex(/^[^\0]*$/, `${what} has a NUL`);

/** What a reviewer hands in. `author` counts where nobody signs in; else it is the name of whoever did. */
export const newAnnotationSchema = z
  .strictObject({
    kind,
    author: words(100, "the name"),
    text: words(10_000, "the text"),
    outcome: outcome.default(null),
    resolves: z.uuid().nullable().default(null),
    callNo: z.number().int().min(0).max(2_147_483_647).nullable().default(null),
  })
  .refine(
    ({ kind: of, resolves }) => (of === "resolution") === (resolves !== null),
    "a resolution, and nothing else, names the dispute that it settles",
  )
  .refine(
    ({ kind: of, outcome: said }) => of !== "note" || said === null,
    "a note says nothing about the outcome; a dispute does",
  );
export type NewAnnotationJson = z.output<typeof newAnnotationSchema>;
