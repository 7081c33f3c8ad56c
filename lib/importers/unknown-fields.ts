import { z } from "zod";

/** What a schema knows of a value: the fields of an object, the shape of a list's items, or nothing. */
type Shape =
  | { kind: "object"; fields: ReadonlyMap<string, Shape> }
  | { kind: "list"; item: Shape }
  | { kind: "anything" };

const ANYTHING: Shape = { kind: "anything" };

/** Reads the fields out of a zod schema once, so that no list of field names is kept by hand. */
function shapeOf(schema: unknown): Shape {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return shapeOf(schema.unwrap());
  }
  if (schema instanceof z.ZodDefault) return shapeOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return { kind: "list", item: shapeOf(schema.element) };
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([key, field]): [string, Shape] => [
      key,
      shapeOf(field),
    ]);
    return { kind: "object", fields: new Map(fields) };
  }
  return ANYTHING;
}

/**
 * A function that moves every field which `schema` does not know, at any level of known objects, to that
 * object's `extra`, and calls `onUnknown` with its path (`calls[].note`, without indexes). The value is
 * changed in place: it is the parsed copy, the bytes stay as they came. When `extra` already holds the
 * name, the moved field takes the next free `name_2`, `name_3`.
 */
export function createUnknownFieldMover(
  schema: z.ZodObject,
): (value: unknown, onUnknown: (path: string) => void) => void {
  const shape = shapeOf(schema);
  return (value, onUnknown) => move(value, shape, "", onUnknown);
}

function move(value: unknown, shape: Shape, path: string, onUnknown: (path: string) => void): void {
  if (shape.kind === "anything" || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    if (shape.kind === "list") {
      for (const item of value) move(item, shape.item, `${path}[]`, onUnknown);
    }
    return;
  }
  if (shape.kind !== "object") return;
  const unknown: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const known = shape.fields.get(key);
    if (known) move(member, known, path === "" ? key : `${path}.${key}`, onUnknown);
    else unknown.push([key, member]);
  }
  const extra: unknown = Reflect.get(value, "extra");
  if (unknown.length > 0 || holdsProto(extra)) keep(value, extra, unknown);
  for (const [key] of unknown) onUnknown(path === "" ? key : `${path}.${key}`);
}

function keep(owner: object, extra: unknown, unknown: readonly [string, unknown][]): void {
  for (const [key] of unknown) Reflect.deleteProperty(owner, key);
  // An `extra` that is no object is refused by the schema in a moment, with its place.
  if (
    extra !== undefined &&
    (typeof extra !== "object" || extra === null || Array.isArray(extra))
  ) {
    return;
  }
  const kept = new Map<string, unknown>();
  const members: [string, unknown][] = extra === undefined ? [] : Object.entries(extra);
  for (const [key, member] of [...members, ...unknown]) kept.set(freeName(kept, key), member);
  Reflect.set(owner, "extra", Object.fromEntries(kept));
}

function holdsProto(extra: unknown): boolean {
  return typeof extra === "object" && extra !== null && Object.hasOwn(extra, "__proto__");
}

/** A field called __proto__ is data like any other, but zod drops that name: it takes another one. */
function freeName(kept: ReadonlyMap<string, unknown>, key: string): string {
  if (!kept.has(key) && key !== "__proto__") return key;
  let n = 2;
  while (kept.has(`${key}_${n}`)) n += 1;
  return `${key}_${n}`;
}
