import { z } from "zod";
import { STEP_FIELDS } from "@/lib/domain/episode-steps";
import {
  annotationListSchema,
  annotationSchema,
  newAnnotationSchema,
} from "../schemas/annotation-schema";
import { stepSearchSchema, stepSliceSchema, textPartSchema } from "../schemas/step-schema";
import { episodeDetailSchema, episodeRowSchema } from "../schemas/episode-schema";
import { terminationSchema } from "@/lib/domain/termination";
import {
  contentGone,
  jsonAnswer,
  noQuery,
  operation,
  pageOf,
  pageQuery,
  seqParam,
  slugParam,
} from "../operation";

/** A name of the database: Postgres text cannot hold NUL, so that no name has one. */
const name = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\0]*$/, "a name has no NUL")
  .optional();

/** The filters of the page of episodes, by the same words; each narrows. */
const filter = {
  arm: name,
  attack: name,
  case: name,
  outcome: name,
  termination: name,
  class: z.enum(["finished", "abort"]).optional(),
  split: name,
  tool: name,
  decision: name,
  marker: name.describe("Where a call carried the marker: arguments, result or returned."),
  alarm: z.enum(["yes", "no"]).optional(),
  text: name.describe(
    "Part of the case, the attack, the detail of the ending, the final answer or an argument. A page may then hold fewer episodes than asked, also none, before the last.",
  ),
};
const ofProject = { ...filter, campaign: name };

export const episodePageSchema = pageOf(episodeRowSchema).extend({
  counts: z.object({
    total: z.number().int(),
    exact: z.boolean().describe("False: at least so many; counting by case or text has a bound."),
    byTermination: z.array(z.object({ reason: terminationSchema, count: z.number().int() })),
  }),
  unsearched: z
    .array(z.string())
    .describe(
      "Campaigns of the filter whose content was dropped, so that `text` is not looked for in them; empty without a text.",
    ),
});
const download = {
  200: {
    description: "A download",
    content: {
      "application/x-ndjson": { bytes: "One episode a line, as the list has it" },
      "text/csv": {
        bytes: "RFC 4180, one episode a row; cells that a spreadsheet would compute are made inert",
      },
    },
  },
};

/** A place in the list. Readable, but nothing to be made by hand. */
const cursor = pageQuery.after
  .unwrap()
  .regex(/^[a-z0-9-]{1,60}\.[1-9][0-9]{0,8}$/, "it is no `next` of a page")
  .optional()
  .describe("The `next` of the page before; absent for the first page.");
const paged = { ...pageQuery, after: cursor };

export const listEpisodes = operation({
  id: "listEpisodes",
  method: "GET",
  path: "/projects/{project}/episodes",
  tag: "episodes",
  summary: "Episodes of the project, newest imported campaign first",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: z.strictObject({ ...ofProject, ...paged }),
  answers: {
    200: jsonAnswer("One page, and the counts of all that the filter holds", episodePageSchema),
  },
});

export const exportEpisodes = operation({
  id: "exportEpisodes",
  method: "GET",
  path: "/projects/{project}/episodes/export",
  tag: "episodes",
  summary: "Every episode that the filter holds, streamed",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: z.strictObject({ ...ofProject, format: z.enum(["jsonl", "csv"]).default("csv") }),
  answers: download,
  handsOut: { action: "export.episodes", of: [] },
});

export const listCampaignEpisodes = operation({
  id: "listCampaignEpisodes",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes",
  tag: "episodes",
  summary: "Episodes of one campaign, in the order of its source",
  needs: ["read"],
  params: z.object({ project: slugParam, campaign: slugParam }),
  query: z.strictObject({ ...filter, ...paged }),
  answers: {
    200: jsonAnswer("One page, and the counts of all that the filter holds", episodePageSchema),
  },
});

const ofEpisode = z.object({ project: slugParam, campaign: slugParam, episode: seqParam });

export const readEpisode = operation({
  id: "readEpisode",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}",
  tag: "episodes",
  summary: "One episode with everything that was derived from its record",
  needs: ["read"],
  params: ofEpisode,
  query: noQuery,
  answers: { 200: jsonAnswer("The episode", episodeDetailSchema) },
});

export const readRecord = operation({
  id: "readRecord",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}/record",
  tag: "episodes",
  summary: "The exact bytes of the episode's record",
  needs: ["read"],
  params: ofEpisode,
  query: noQuery,
  answers: {
    ...contentGone,
    200: {
      description: "A download",
      content: { "application/octet-stream": { bytes: "One record of aftermath/1" } },
    },
  },
  handsOut: { action: "export.record", of: ["campaign", "episode"] },
});

const offset = z.coerce.number().int().min(0).max(2_147_483_647);
const attempt = offset
  .min(1)
  .optional()
  .describe("An attempt before the last, from 1; absent for the last.");

export const listSteps = operation({
  id: "listSteps",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}/events",
  tag: "episodes",
  summary:
    "A slice of the episode's messages, fragments and calls, in their order; long texts are cut",
  needs: ["read"],
  params: ofEpisode,
  query: z.strictObject({
    from: offset.default(0).describe("Position of the first step, from 0: the `next` of a slice."),
    attempt,
  }),
  answers: { ...contentGone, 200: jsonAnswer("The slice", stepSliceSchema) },
});

export const readStepText = operation({
  id: "readStepText",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}/events/text",
  tag: "episodes",
  summary: "A part of one long value of a step",
  needs: ["read"],
  params: ofEpisode,
  query: z.strictObject({
    kind: z.enum(["event", "call"]),
    index: offset.describe("From 0, in the record's own list."),
    field: z.enum(STEP_FIELDS),
    from: offset.default(0).describe("Offset in bytes: the `to` of the part before."),
    attempt,
  }),
  answers: { ...contentGone, 200: jsonAnswer("The part", textPartSchema) },
});

export const searchEpisode = operation({
  id: "searchEpisode",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}/events/search",
  tag: "episodes",
  summary: "Where a text stands in the episode, letters of either case alike",
  description:
    "Ends at 50 hits or after a second; `next` is then the `from` by which it goes on. Values are searched as they read, not as JSON writes them.",
  needs: ["read"],
  params: ofEpisode,
  query: z.strictObject({ text: z.string().min(1).max(500), from: offset.default(0), attempt }),
  answers: {
    ...contentGone,
    200: jsonAnswer("Hits, at most one a value of a step", stepSearchSchema),
  },
});

export const listAnnotations = operation({
  id: "listAnnotations",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}/annotations",
  tag: "episodes",
  summary: "Notes, disputes and resolutions of reviewers, oldest first",
  needs: ["read"],
  params: ofEpisode,
  query: noQuery,
  answers: { 200: jsonAnswer("All of them, the first 1,000", annotationListSchema) },
});

export const postAnnotation = operation({
  id: "postAnnotation",
  method: "POST",
  path: "/projects/{project}/campaigns/{campaign}/episodes/{episode}/annotations",
  tag: "episodes",
  summary: "Write a note, dispute the outcome, or settle a dispute",
  description:
    "The outcome stays as it was derived, and so does every figure. Nothing is ever taken back.",
  needs: ["edit"],
  params: ofEpisode,
  query: noQuery,
  body: { "application/json": { schema: newAnnotationSchema } },
  answers: { 201: jsonAnswer("What was written", annotationSchema) },
});
