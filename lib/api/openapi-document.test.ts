import { expect, it } from "vitest";
import { z } from "zod";
import { openApiDocument } from "./openapi-document";
import { OPERATIONS } from "./operations/registry";

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.strictObject({ schema }));
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean(),
  description: z.string().optional(),
  schema,
});
const operation = z.strictObject({
  operationId: z.string().min(1),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).min(1),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5][0-9]{2}$/),
    z.strictObject({ description: z.string().min(1), content: content.optional() }),
  ),
});

/** The structure that OpenAPI 3.1.0 asks of a document, as far as ours uses it, and nothing beyond. */
const document = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(z.enum(["get", "post", "delete"]), operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[a-zA-Z0-9._-]+$/), schema),
    securitySchemes: z.strictObject({
      token: z.strictObject({
        type: z.literal("http"),
        scheme: z.literal("bearer"),
        description: z.string(),
      }),
    }),
  }),
});

const made = document.parse(openApiDocument());
const operations = Object.entries(made.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((one) => ({ path, ...one })),
);

it("has the structure of OpenAPI 3.1, with each operation once", () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    OPERATIONS.map(({ id }) => id).toSorted(),
  );
});

it("describes each part of a path, and no other", () => {
  for (const { path, parameters } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = parameters.filter((one) => one.in === "path");
    expect(described.map(({ name }) => name)).toEqual(inPath);
    expect(described.every(({ required }) => required)).toBe(true);
    expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
  }
});

it("refers only to schemas that it holds", () => {
  const references = [...JSON.stringify(made).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref);
  expect(references.length).toBeGreaterThan(20);
  const held = Object.keys(made.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(references.filter((reference) => !held.includes(reference ?? ""))).toEqual([]);
});

it("names the words of the filter, the keys of a page and what a person needs to know", () => {
  const list = made.paths["/projects/{project}/episodes"]?.get;
  const after = list?.parameters.find(({ name }) => name === "after");
  expect(after).toMatchObject({ in: "query", required: false });
  expect(after?.description).toContain("`next`");
  expect(list?.parameters.find(({ name }) => name === "limit")?.schema).toEqual({
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: 100,
  });
  const compare = made.paths["/projects/{project}/comparison"]?.get;
  expect(compare?.parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual([
    "project",
    "baseline",
    "candidate",
  ]);
});

it("says that a difference exists on the comparable state alone", () => {
  const comparison = z
    .object({
      properties: z.object({
        comparison: z.object({
          oneOf: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })),
        }),
      }),
    })
    .parse(made.components.schemas["ComparisonReport"]);
  const states = comparison.properties.comparison.oneOf.map(({ properties }) => properties);
  expect(states.map((state) => "deltas" in state)).toEqual([true, false, false]);
});
