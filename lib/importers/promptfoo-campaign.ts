import { type ArmRecord, type CampaignRecord, FORMAT } from "@/lib/domain/records";
import { z } from "zod";
import { issueItem } from "./import-item";
import type { ImportItem, Source } from "./importer";
import { countOf, fieldOf, isObject, listOf, textOf } from "./json-value";
import { maskSecrets } from "./mask-secrets";
import { columnName, type PromptfooRow } from "./promptfoo-row";
import type { PromptfooSurvey } from "./promptfoo-survey";

const VERSION = 3;
const instant = z.iso.datetime({ offset: true });

/**
 * The campaign of an evaluation with the paths of the credentials that were masked in its configuration,
 * or why it is none: another version of the format.
 */
export function campaignOf(
  source: Source,
  survey: PromptfooSurvey,
  fingerprint: string | undefined,
): { record: CampaignRecord; secrets: readonly string[] } | { issue: ImportItem } {
  const { document } = survey;
  const results = fieldOf(document, "results");
  const version = fieldOf(results, "version");
  if (version !== undefined && version !== VERSION) {
    const found = typeof version === "number" ? String(version) : "something else";
    const message = `Version ${VERSION} of promptfoo's results is read; this is ${found}.`;
    const place = { file: source.name, path: "$.results.version" };
    return { issue: issueItem("refused", "unsupported-version", message, place) };
  }
  const { value: config, places } = maskSecrets(configOf(document), { path: "$.config" });
  const evalId = textOf(fieldOf(document, "evalId"));
  const description = textOf(fieldOf(config, "description"))?.slice(0, 200);
  const name = description ?? evalId ?? (source.name === "" ? "promptfoo" : source.name);
  const startedAt = [
    fieldOf(results, "timestamp"),
    fieldOf(document, "metadata", "evaluationCreatedAt"),
  ].map((value) => instant.safeParse(value).data);
  const promptfooVersion = textOf(fieldOf(document, "metadata", "promptfooVersion"));
  const repeat =
    countOf(fieldOf(document, "runtimeOptions", "repeat")) ??
    countOf(fieldOf(config, "evaluateOptions", "repeat")) ??
    0;
  const key = evalId?.slice(0, 200) ?? [name, fingerprint?.slice(0, 12)].filter(Boolean).join(":");
  const record: CampaignRecord = {
    type: "campaign",
    format: FORMAT,
    key: `promptfoo:${key}`,
    name,
    target: { name: targetOf(results) },
    corpus: { name },
    harness: {
      name: "promptfoo",
      ...(promptfooVersion === undefined ? {} : { version: promptfooVersion }),
    },
    startedAt: startedAt.find((moment) => moment !== undefined) ?? null,
    ...(repeat > 0 ? { planned: { replicasPerCase: repeat } } : {}),
    extra: {
      ...(evalId === undefined ? {} : { evalId }),
      ...(Object.keys(config).length === 0 ? {} : { config }),
      ...(isObject(fieldOf(results, "stats")) ? { stats: fieldOf(results, "stats") } : {}),
    },
  };
  return { record, secrets: places };
}

/** The configuration without the tests, which the cases hold already, and which can be most of a file. */
function configOf(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const config = fieldOf(document, "config");
  if (!isObject(config)) return {};
  const { tests, scenarios, ...rest } = config;
  const count = listOf(tests)?.length;
  return {
    ...rest,
    ...(count === undefined ? {} : { tests: count }),
    ...(scenarios === undefined ? {} : { scenarios: listOf(scenarios)?.length ?? 1 }),
  };
}

/** The providers by name: promptfoo knows no name for the application that they stand for. */
function targetOf(results: unknown): string {
  const names = (listOf(fieldOf(results, "prompts")) ?? []).flatMap(
    (prompt) => textOf(fieldOf(prompt, "provider")) ?? [],
  );
  const joined = [...new Set(names)].join(", ");
  return joined === "" ? "promptfoo targets" : joined.slice(0, 200);
}

/** The arm of a column: its provider, with the provider's configuration where the file has it. */
export function armOf(key: string, row: PromptfooRow, survey: PromptfooSurvey): ArmRecord {
  const { provider } = row;
  const id = typeof provider === "string" ? provider : textOf(provider.id);
  const label = typeof provider === "string" ? undefined : textOf(provider.label);
  const configured = listOf(fieldOf(survey.document, "config", "providers")) ?? [];
  const matching = configured.filter((entry) =>
    label === undefined
      ? entry === id || fieldOf(entry, "id") === id
      : fieldOf(entry, "label") === label && fieldOf(entry, "id") === id,
  );
  // Two of the same name are told apart by nothing in the file. Credentials are counted with the campaign.
  const config = matching.length === 1 && isObject(matching[0]) ? matching[0] : undefined;
  const masked = maskSecrets(config).value;
  const prompt = textOf(row.prompt?.label);
  return {
    type: "arm",
    key,
    name: key === columnName(row) || prompt === undefined ? key : `${key} ${prompt.slice(0, 100)}`,
    ...(id === undefined ? {} : { model: { name: id } }),
    ...(masked === undefined ? {} : { config: masked }),
  };
}

/** What the file counts of its rows, beside what it holds: name, said, held. */
export function statsOf(survey: PromptfooSurvey): readonly [string, number | undefined, number][] {
  const stats = fieldOf(survey.document, "results", "stats");
  const held = (reason: number) => survey.reasons.get(reason) ?? 0;
  return [
    ["successes", countOf(fieldOf(stats, "successes")), held(0)],
    ["failures", countOf(fieldOf(stats, "failures")), held(1)],
    ["errors", countOf(fieldOf(stats, "errors")), held(2)],
  ];
}
