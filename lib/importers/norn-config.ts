import { countOf, fieldOf, isObject, listOf, textOf } from "./json-value";
import { maskSecrets } from "./mask-secrets";
import { objectIn } from "./norn-json";
import type { CampaignRow } from "./norn-rows";

/** A campaign's configuration, as far as it says something; old databases hold `{}`. */
export type NornConfig = {
  /** Without credentials. */
  kept: unknown;
  /** JSON paths of what was masked in it. */
  secrets: readonly string[];
  model: { provider?: string; name?: string; temperature?: number; seed?: number };
  maxTurns: number | null;
  replicasPerCase: number | null;
  threshold: number | null;
  arms: ReadonlyMap<string, { model?: string; systemPrompt?: string }>;
};

/** Out of `config_json`, which is JSON in a text, else out of the export's parsed `config`. */
export function configOf(row: CampaignRow, exported: unknown): NornConfig {
  const given = objectIn(row.config_json) ?? (isObject(exported) ? exported : {});
  const { value: kept, places } = maskSecrets(given, { path: "$.config_json" });
  const provider = textOf(fieldOf(kept, "model", "provider"));
  const name = textOf(fieldOf(kept, "model", "model_name"));
  const temperature = fieldOf(kept, "model", "temperature");
  const seed = fieldOf(kept, "model", "seed");
  const threshold = fieldOf(kept, "scoring", "acceptance_threshold");
  return {
    kept,
    secrets: places,
    model: {
      ...(provider === undefined ? {} : { provider }),
      ...(name === undefined ? {} : { name }),
      ...(typeof temperature === "number" ? { temperature } : {}),
      ...(typeof seed === "number" && Number.isInteger(seed) ? { seed } : {}),
    },
    maxTurns: countOf(fieldOf(kept, "max_turns")) || null,
    replicasPerCase: countOf(fieldOf(kept, "replicas_per_case")) || null,
    threshold: typeof threshold === "number" ? threshold : null,
    arms: new Map((listOf(fieldOf(kept, "arms")) ?? []).flatMap(armEntry)),
  };
}

function armEntry(arm: unknown): [string, { model?: string; systemPrompt?: string }][] {
  const name = textOf(fieldOf(arm, "name"));
  if (name === undefined) return [];
  const model = textOf(fieldOf(arm, "model"));
  const systemPrompt = textOf(fieldOf(arm, "system_prompt"));
  const entry = {
    ...(model === undefined ? {} : { model }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
  };
  return [[name, entry]];
}
