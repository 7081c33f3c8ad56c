import type { z } from "zod";
import { visibleText } from "@/lib/importers/visible-text";
import { AppError } from "@/lib/errors";

/** The query of an address by names; a name that stands there several times has a list. */
export function queryRecord(search: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(search.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}

/**
 * The query by its schema.
 *
 * @throws AppError invalid_input: one sentence that names the first parameter that is unknown or unusable
 */
export function readQuery<Query extends z.ZodObject>(
  schema: Query,
  search: URLSearchParams,
): z.output<Query> {
  const parsed = schema.safeParse(queryRecord(search));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const known = Object.keys(schema.shape).join(", ");
    const hint = known === "" ? "none are known here" : `known are ${known}`;
    throw new AppError(
      "invalid_input",
      `There is no parameter \`${visibleText(issue.keys[0] ?? "", 60)}\`; ${hint}.`,
    );
  }
  const name = String(issue?.path[0] ?? "?");
  throw new AppError(
    "invalid_input",
    `The parameter \`${visibleText(name, 60)}\` cannot be used: ${issue?.message ?? "it is wrong"}.`,
  );
}
