import { z } from "zod";
import { episodeDetailSchema, episodeRowSchema } from "../schemas/episode-schema";
import { terminationSchema } from "@/lib/domain/termination";
import {
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
  scopes: ["read"],
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
  scopes: ["read"],
  params: z.object({ project: slugParam }),
  query: z.strictObject({ ...ofProject, format: z.enum(["jsonl", "csv"]).default("csv") }),
  answers: download,
});

export const listCampaignEpisodes = operation({
  id: "listCampaignEpisodes",
  method: "GET",
  path: "/projects/{project}/campaigns/{campaign}/episodes",
  tag: "episodes",
  summary: "Episodes of one campaign, in the order of its source",
  scopes: ["read"],
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
  scopes: ["read"],
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
  scopes: ["read"],
  params: ofEpisode,
  query: noQuery,
  answers: {
    200: {
      description: "A download",
      content: { "application/octet-stream": { bytes: "One record of aftermath/1" } },
    },
  },
});
