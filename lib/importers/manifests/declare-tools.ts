import type { Role } from "@/lib/domain/role";

/** A parameter of a shipped tool, as far as the harness's own signature tells its type. */
type Parameter = { type: "string" | "number" | "integer" | "boolean" | "array" };

/** A tool of a shipped manifest; `parameters` is a JSON Schema of an object. */
export type DeclaredTool = {
  name: string;
  role: Role;
  parameters: {
    type: "object";
    properties: Readonly<Record<string, Parameter>>;
    required: readonly string[];
  };
};

const TYPES = {
  "": "string",
  "#": "number",
  "%": "integer",
  "!": "boolean",
  "[]": "array",
} as const satisfies Record<string, Parameter["type"]>;

const PARAMETER = /^(\w+?)(\[\]|#|%|!|)(\??)$/;

/**
 * One role's tools, a line each: the name, then its parameters. A parameter ends in `#` (number), `%`
 * (integer), `!` (boolean), `[]` (list) or nothing (text), and in `?` where the tool does without it.
 * Throws RangeError on a word that is no parameter, which only a mistake in the declaration can be.
 */
export function declareTools(role: Role, lines: string): DeclaredTool[] {
  return lines
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([name, ...words]) =>
      name === undefined || name === "" ? [] : [{ name, role, parameters: schemaOf(words) }],
    );
}

function schemaOf(words: readonly string[]): DeclaredTool["parameters"] {
  const properties: Record<string, Parameter> = {};
  const required: string[] = [];
  for (const word of words) {
    const [, name, suffix = "", optional] = PARAMETER.exec(word) ?? [];
    if (name === undefined || !isType(suffix)) throw new RangeError(`no parameter: ${word}`);
    properties[name] = { type: TYPES[suffix] };
    if (optional !== "?") required.push(name);
  }
  return { type: "object", properties, required };
}

function isType(suffix: string): suffix is keyof typeof TYPES {
  return Object.hasOwn(TYPES, suffix);
}
