import { z } from "zod";
import { comparisonAnswerSchema } from "../schemas/comparison-answer-schema";
import { projectSchema } from "../schemas/project-schema";
import { savedComparisonSchema } from "../schemas/saved-comparison-schema";
import {
  idParam,
  jsonAnswer,
  noParams,
  noQuery,
  operation,
  reportFiles,
  reportFormat,
  slugParam,
} from "../operation";

export const readDocument = operation({
  id: "readDocument",
  method: "GET",
  path: "/openapi.json",
  tag: "about",
  summary: "This document",
  needs: [],
  params: noParams,
  query: noQuery,
  answers: { 200: jsonAnswer("OpenAPI 3.1", z.record(z.string(), z.unknown())) },
});

export const projectsAnswer = z.object({ items: z.array(projectSchema) });

export const listProjects = operation({
  id: "listProjects",
  method: "GET",
  path: "/projects",
  tag: "projects",
  summary: "The projects that the caller may see, by name",
  needs: ["read"],
  params: noParams,
  query: noQuery,
  answers: { 200: jsonAnswer("Every project", projectsAnswer) },
});

export const readProject = operation({
  id: "readProject",
  method: "GET",
  path: "/projects/{project}",
  tag: "projects",
  summary: "One project with its policy and counts",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: noQuery,
  answers: { 200: jsonAnswer("The project", projectSchema) },
});

const references = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (typeof given === "string" ? [given] : given))
  .pipe(z.array(z.string().min(1)).min(1).max(100));

export const compareArms = operation({
  id: "compareArms",
  method: "GET",
  path: "/projects/{project}/comparison",
  tag: "comparison",
  summary: "Two sides held against each other, or why they may not be",
  description:
    "The same words as the address of the compare page: each side names one arm as campaign-slug/arm-key, or several, which pools them. A comparison that is refused has no figure of difference.",
  needs: ["read"],
  params: z.object({ project: slugParam }),
  query: z.strictObject({
    baseline: references.describe("What is measured against; may be repeated."),
    candidate: references.describe("What is measured; may be repeated."),
    format: reportFormat,
  }),
  answers: {
    200: {
      description: "The report",
      content: { "application/json": { schema: comparisonAnswerSchema }, ...reportFiles },
    },
  },
  handsOut: { action: "export.comparison", of: [], formats: ["csv", "html"] },
});

export const readSavedComparison = operation({
  id: "readSavedComparison",
  method: "GET",
  path: "/projects/{project}/comparisons/{comparison}",
  tag: "comparison",
  summary: "A saved comparison as it was answered on its day",
  description:
    "Nothing in the report is computed since it was saved; each input says what has become of it.",
  needs: ["read"],
  params: z.object({ project: slugParam, comparison: idParam }),
  query: z.strictObject({ format: reportFormat }),
  answers: {
    200: {
      description: "The saved comparison",
      content: { "application/json": { schema: savedComparisonSchema }, ...reportFiles },
    },
  },
  handsOut: { action: "export.comparison", of: ["comparison"], formats: ["csv", "html"] },
});
