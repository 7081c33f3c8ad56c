import { type ArmRecord, type CampaignRecord, FORMAT } from "@/lib/domain/records";
import type { GarakSettings } from "./garak-options";
import type { GarakSurvey } from "./garak-survey";
import type { Source } from "./importer";
import { amountOf, type JsonObject, textOf } from "./json-value";
import { maskSecrets } from "./mask-secrets";
import { withZone } from "./time-zone-option";

/** What garak counts as a hit where its setup names no other threshold. */
export const DEFAULT_THRESHOLD = 0.5;

export type GarakRun = {
  campaign: CampaignRecord;
  arm: ArmRecord;
  /** Of the file, or garak's default with `thresholdAssumed`. */
  threshold: number;
  thresholdAssumed: boolean;
  /** The target is not named in the report, so the arm is called after the file. */
  targetAssumed: boolean;
  /** A time without a zone was read in the one of the settings. */
  zoned: boolean;
  secrets: readonly string[];
};

/**
 * The campaign of a report and its one arm: a report holds the attempts on one target (garak.md,
 * mapping), named `model` up to 0.12 and `target` from 0.13.
 */
export function garakRun(
  source: Source,
  survey: GarakSurvey,
  settings: GarakSettings,
  fingerprint: string | undefined,
): GarakRun {
  const { value: setup, places: secrets } = maskSecrets(withoutPaths(survey.setup));
  const targetName = textOf(setup["plugins.target_name"]) ?? textOf(setup["plugins.model_name"]);
  const targetType = textOf(setup["plugins.target_type"]) ?? textOf(setup["plugins.model_type"]);
  const fileName = source.name.replace(/(?:\.report)?\.jsonl$/i, "");
  const target = (targetName ?? targetType ?? (fileName || "unknown target")).slice(0, 300);
  const run = textOf(survey.init["run"]) ?? textOf(setup["transient.run_id"]);
  const version = textOf(survey.init["garak_version"]) ?? textOf(setup["_config.version"]);
  const began = survey.init["start_time"] ?? setup["transient.starttime_iso"];
  const startedAt = withZone(began, settings.offset);
  const finishedAt = withZone(survey.completion["end_time"], settings.offset);
  const recorded = amountOf(setup["run.eval_threshold"]);
  const probes = textOf(setup["plugins.probe_spec"])?.slice(0, 200);
  const key =
    run?.slice(0, 100) ??
    [fileName.slice(0, 200), fingerprint?.slice(0, 12)].filter(Boolean).join(":");
  return {
    campaign: {
      type: "campaign",
      format: FORMAT,
      key: `garak:${key}`,
      name: `garak on ${target}`,
      target: { name: target },
      corpus: { name: probes === undefined ? "garak probes" : `garak probes: ${probes}` },
      harness: { name: "garak", ...(version === undefined ? {} : { version }) },
      startedAt: startedAt ?? null,
      ...(finishedAt === undefined ? {} : { finishedAt }),
      extra: { setup, init: withoutPaths(survey.init) },
    },
    arm: {
      type: "arm",
      key: target,
      name: target,
      model: { name: target, ...(targetType === undefined ? {} : { provider: targetType }) },
    },
    threshold: recorded ?? DEFAULT_THRESHOLD,
    thresholdAssumed: recorded === undefined,
    targetAssumed: targetName === undefined && targetType === undefined,
    zoned: startedAt !== undefined && startedAt !== began,
    secrets,
  };
}

/** Setups name folders of whoever ran them, which nobody else has to know. */
function withoutPaths(setup: JsonObject): JsonObject {
  const isPath = (value: unknown): boolean =>
    typeof value === "string"
      ? /^(?:\/|~|[A-Za-z]:[\\/])/.test(value)
      : Array.isArray(value) && value.some(isPath);
  return Object.fromEntries(Object.entries(setup).filter(([, value]) => !isPath(value)));
}
