import { z } from "zod";
import { jsonPath } from "@/lib/importers/schema-sentence";

type Step = string | number;
/** A value of a kind that the field does not take. */
export type WrongField = { path: string; steps: readonly Step[]; value: unknown };

/** One wrong value for every field that `schema` types, at every level; what may be anything has none. */
export function wrongFields(schema: z.ZodType, steps: readonly Step[] = []): WrongField[] {
  const wrong = (value: unknown): WrongField[] =>
    steps.length === 0 ? [] : [{ path: jsonPath(steps), steps, value }];
  const inner = innerOf(schema);
  if (inner !== null) return wrongFields(inner, steps);
  switch (schema.def.type) {
    case "object":
      return [
        ...wrong([]),
        ...fieldsOf(schema).flatMap(([name, field]) => wrongFields(field, [...steps, name])),
      ];
    case "array":
      return [...wrong({}), ...wrongFields(partOf(schema, "element"), [...steps, 0])];
    case "record":
      return wrong([]);
    case "string":
    case "enum":
      return wrong(7);
    case "number":
      return wrong("7");
    case "boolean":
      return wrong("true");
    case "union":
      return wrong(true);
    default:
      return [];
  }
}

function partOf(schema: z.ZodType, part: string): z.ZodType {
  const found: unknown = Reflect.get(schema.def, part);
  if (!(found instanceof z.ZodType)) throw new Error(`${schema.def.type} has no ${part}`);
  return found;
}

function innerOf(schema: z.ZodType): z.ZodType | null {
  const isWrapped = ["optional", "nullable", "default"].includes(schema.def.type);
  return isWrapped ? partOf(schema, "innerType") : null;
}

function fieldsOf(schema: z.ZodType): [string, z.ZodType][] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]): [string, z.ZodType][] =>
    field instanceof z.ZodType ? [[name, field]] : [],
  );
}

/** A copy of `value` with one field set; null where there is nothing to set it in. */
export function withField(value: unknown, steps: readonly Step[], field: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return field;
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    return list.map((item, index) => (index === step ? withField(item, rest, field) : item));
  }
  if (typeof value !== "object" || value === null) return null;
  return { ...value, [step]: withField(Reflect.get(value, step), rest, field) };
}
