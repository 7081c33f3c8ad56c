import { z } from "zod";

/** Where schemas have their names and descriptions: the OpenAPI document holds each named one once. */
export const NAMED_SCHEMAS = z.globalRegistry;

/** Gives a schema the name by which the document refers to it. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  NAMED_SCHEMAS.add(schema, { id });
  return schema;
}
