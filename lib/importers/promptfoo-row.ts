import { z } from "zod";
import { fieldOf, textOf } from "./json-value";

const fields = z.record(z.string(), z.unknown()).nullish();

/**
 * One result of promptfoo: a test in one column (provider and prompt). Only what decides is held to a
 * type; the rest is free in form from one provider to the next and is read where it is used.
 */
export const promptfooRowSchema = z.looseObject({
  id: z.string().nullish(),
  testIdx: z.number().int().nonnegative(),
  promptIdx: z.number().int().nonnegative(),
  provider: z.union([
    z.string().min(1),
    z.looseObject({ id: z.string().nullish(), label: z.string().nullish() }),
  ]),
  prompt: z.looseObject({ raw: z.unknown().optional(), label: z.string().nullish() }).nullish(),
  vars: fields,
  testCase: z
    .looseObject({ description: z.string().nullish(), vars: fields, metadata: fields })
    .nullish(),
  metadata: fields,
  response: z
    .looseObject({ output: z.unknown().optional(), error: z.unknown().optional() })
    .nullish(),
  error: z.string().nullish(),
  failureReason: z.number().nullish(),
  success: z.boolean().nullish(),
  gradingResult: z.looseObject({ componentResults: z.unknown().optional() }).nullish(),
});

export type PromptfooRow = z.infer<typeof promptfooRowSchema>;

/** The column's name as its reader knows it: the label when there is one, else the provider's id. */
export function columnName(row: PromptfooRow): string {
  if (typeof row.provider === "string") return row.provider;
  return textOf(row.provider.label) ?? textOf(row.provider.id) ?? "(no name)";
}

/** The plugin and the strategy of a red-team test; a test without a plugin is an ordinary one. */
export function attackOf(row: PromptfooRow): { plugin: string; strategy: string | null } | null {
  const find = (name: string) =>
    textOf(fieldOf(row.metadata, name)) ?? textOf(fieldOf(row.testCase?.metadata, name));
  const plugin = find("pluginId");
  return plugin === undefined ? null : { plugin, strategy: find("strategyId") ?? null };
}
