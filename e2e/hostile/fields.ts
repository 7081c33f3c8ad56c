import { z } from "zod";
import { recordSchema } from "@/lib/domain/records";

type Schema = z.core.JSONSchema._JSONSchema;

/** Every place of a record of aftermath/1 that takes any text, as `episode.calls[].tool`. */
export const TEXT_FIELDS: readonly string[] = recordSchema.options.flatMap((option) =>
  leaves(z.toJSONSchema(option, { io: "input" }), option.shape.type.value),
);

function leaves(schema: Schema, path: string): string[] {
  if (typeof schema === "boolean") return [];
  const either = schema.oneOf ?? schema.anyOf;
  if (either !== undefined) return either.flatMap((one) => leaves(one, path));
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, one]) =>
      leaves(one, `${path}.${name}`),
    );
  if (schema.type === "array" && schema.items !== undefined && !Array.isArray(schema.items))
    return leaves(schema.items, `${path}[]`);
  if (schema.const !== undefined || schema.enum !== undefined || schema.format !== undefined)
    return [];
  // Without a type it takes whatever JSON has, and so does an object without properties.
  const { type } = schema;
  return type === undefined || type === "string" || type === "object" ? [path] : [];
}

/** The texts that stand in each of those places of the records, names within them included. */
export function textsByField(records: readonly object[]): Map<string, string[]> {
  const texts = new Map(TEXT_FIELDS.map((field) => [field, new Array<string>()]));
  const visit = (value: unknown, path: string) => {
    const known = texts.get(path);
    if (known !== undefined) known.push(...stringsIn(value));
    else if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`);
    else if (typeof value === "object" && value !== null)
      for (const [name, one] of Object.entries(value)) visit(one, `${path}.${name}`);
  };
  for (const record of records)
    visit(record, "type" in record && typeof record.type === "string" ? record.type : "none");
  return texts;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...stringsIn(one)]);
}
