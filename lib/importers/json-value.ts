/** Reading of foreign JSON whose shape is a habit and not a promise: what is not there is undefined. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A whole number of at least zero that a double holds exactly. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A finite number of at least zero. */
export function amountOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The value of a field of its own: `constructor` and the like are not found on every object. */
export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, name) =>
      typeof node === "object" && node !== null && Object.hasOwn(node, name)
        ? Reflect.get(node, name)
        : undefined,
    value,
  );
}

/** An object without the fields that are undefined, as the records want them. */
export function defined<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
export function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
