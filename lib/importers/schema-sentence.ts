import type { z } from "zod";
import { visibleText } from "./visible-text";

type SchemaIssue = z.core.$ZodIssue;

const KIND_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** `$.calls[2].decision.outcome`: the path of JSON Path (RFC 9535), shortened where a key is foreign. */
export function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : `${text}.${visibleText(String(step), 60)}`,
    "$",
  );
}

/**
 * What a schema found wrong with `input`, as one plain sentence (what was expected, what stands there)
 * and the path of the first fault. At most three faults are told, the rest is counted.
 */
export function schemaSentence(
  issues: readonly SchemaIssue[],
  input: unknown,
): { message: string; path: string } {
  const told = issues.slice(0, 3).map((issue) => {
    const found = describe(valueAt(input, issue.path));
    return `${jsonPath(issue.path)}: ${expected(issue)} was expected, ${found} stands there`;
  });
  const more = issues.length > 3 ? `; and ${issues.length - 3} more` : "";
  return { message: `${told.join("; ")}${more}.`, path: jsonPath(issues[0]?.path ?? []) };
}

function expected(issue: SchemaIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return KIND_NAMES[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return issue.origin === "string"
        ? "a text that is not empty"
        : `a number of at least ${String(issue.minimum)}${issue.inclusive === false ? " or above" : ""}`;
    case "too_big":
      return `at most ${String(issue.maximum)}`;
    case "invalid_format":
      return issue.format === "datetime"
        ? "a time with its zone, such as 2026-01-31T12:00:00Z,"
        : `a text of the form ${issue.format}`;
    case "invalid_union":
      return "one of several allowed forms";
    default:
      return "something else";
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, step) =>
      typeof node === "object" && node !== null && Object.hasOwn(node, step)
        ? Reflect.get(node, step)
        : undefined,
    input,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return `the text "${visibleText(value, 40)}"`;
  if (Array.isArray(value)) return "a list";
  // JSON has no other kinds than these.
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "an object";
}
