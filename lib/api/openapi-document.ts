import { z } from "zod";
import { scopesFor } from "@/lib/auth/permissions";
import type { Content, Operation } from "./operation";
import { OPERATIONS } from "./operations/registry";
import { NAMED_SCHEMAS } from "./schemas/named";
import { problemSchema } from "./schemas/problem-schema";

type Json = Record<string, unknown>;

/** Problems that every operation may answer with. */
const PROBLEMS = {
  400: "The request cannot be used; `detail` names what is wrong",
  401: "The token is no good, or nobody is signed in",
  403: "The caller lacks the permission, or a foreign page asks",
  404: "There is nothing at this address that the caller may see",
  429: "Too many bad tokens came from this address; `Retry-After` says when to ask again",
  500: "A fault of the server",
} as const;

const CHANGING_PROBLEMS = {
  409: "It contradicts what is stored, or is being done already (then with Retry-After)",
  413: "Larger than a stated limit",
  422: "The Idempotency-Key was used with another body",
} as const;

let made: Json | null = null;

/**
 * The OpenAPI 3.1 document of the API, made from the same table and schemas that the routes parse by.
 * Plain JSON, made at the first call and the same at every one.
 */
export function openApiDocument(): Json {
  made ??= makeDocument();
  return made;
}

function makeDocument(): Json {
  const components: Json = {};
  const schemaOf = (schema: z.ZodType, io: "input" | "output") =>
    jsonSchema(schema, io, components);
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation, schemaOf);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Aftermath",
      version: "1",
      description:
        "Attack campaigns on AI agents: what they did, what was stopped, and whether two of them may be compared. Times are RFC 3339 in UTC; a figure that cannot be told is n/a with its reason, never zero.",
    },
    servers: [{ url: "/api/v1" }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "Made by `aftermath token create`; bound to one project.",
        },
      },
    },
  };
}

type SchemaOf = (schema: z.ZodType, io: "input" | "output") => Json;

function describe(operation: Operation, schemaOf: SchemaOf): Json {
  const { body, description, needs } = operation;
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description === undefined ? {} : { description }),
    // The empty requirement: a request without a token, from a page of the server.
    security: [...scopesFor(needs).map((scope) => ({ token: [scope] })), {}],
    parameters: [
      ...parameters(operation.params, "path", schemaOf),
      ...parameters(operation.query, "query", schemaOf),
      ...(operation.idempotent === true ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: contents(body, "input", schemaOf) } }),
    responses: { ...answers(operation, schemaOf), ...problems(operation, schemaOf) },
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "The same key with the same body gives the same answer again, for 30 days; with another body 422; while the first is still at work 409 with Retry-After.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function parameters(schema: z.ZodObject, place: "path" | "query", schemaOf: SchemaOf): Json[] {
  const members: [string, unknown][] = Object.entries(schema.shape);
  return members.map(([name, one]) => {
    const { description, ...form } = schemaOf(asType(one), "input");
    return {
      name,
      in: place,
      required: place === "path" || !asType(one).safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: form,
    };
  });
}

/** The members of a shape are typed as the core's schemas; every one of ours is a whole one. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError("a parameter is described by a schema of zod");
}

function answers(operation: Operation, schemaOf: SchemaOf): Json {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, { description, content }]) => [
      status,
      {
        description,
        ...(Number(status) >= 400
          ? problemContent(schemaOf)
          : content === undefined
            ? {}
            : { content: contents(content, "output", schemaOf) }),
      },
    ]),
  );
}

function contents(
  given: Readonly<Record<string, Content>>,
  io: "input" | "output",
  schemaOf: SchemaOf,
): Json {
  return Object.fromEntries(
    Object.entries(given).map(([type, content]) => [
      type,
      "schema" in content
        ? { schema: schemaOf(content.schema, io) }
        : { schema: { type: "string", format: "binary", description: content.bytes } },
    ]),
  );
}

function problems({ method }: Operation, schemaOf: SchemaOf): Json {
  const known = method === "GET" ? PROBLEMS : { ...PROBLEMS, ...CHANGING_PROBLEMS };
  return Object.fromEntries(
    Object.entries(known).map(([status, description]) => [
      status,
      { description, ...problemContent(schemaOf) },
    ]),
  );
}

function problemContent(schemaOf: SchemaOf): Json {
  return { content: { "application/problem+json": { schema: schemaOf(problemSchema, "output") } } };
}

/** A schema as JSON Schema 2020-12; the named ones within it stand in `components` and are referred to. */
function jsonSchema(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const whole: Json = z.toJSONSchema(z.object({ it: schema }), {
    io,
    metadata: NAMED_SCHEMAS,
    unrepresentable: "any",
  });
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $defs = {}, properties } = z
    .object({
      $defs: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
      properties: z.object({ it: z.record(z.string(), z.unknown()) }),
    })
    .parse(JSON.parse(text));
  for (const [id, { id: _id, ...definition }] of Object.entries($defs)) components[id] = definition;
  return properties.it;
}
