import type { CampaignRecord, DomainRecord } from "@/lib/domain/records";
import { FORMAT } from "@/lib/domain/records";
import { createArmReport } from "./agentdojo-arm-report";
import { caseOf } from "./agentdojo-case";
import { episodeOf } from "./agentdojo-episode";
import { type AgentDojoLog, agentDojoLogSchema, unknownFields } from "./agentdojo-log";
import { AGENTDOJO_OPTIONS, type AgentDojoSettings, readSettings } from "./agentdojo-options";
import { parseLogPath } from "./agentdojo-path";
import { AGENTDOJO_ATTRIBUTION } from "./agentdojo-attribution";
import { type AgentDojoRoles, rolesOf } from "./agentdojo-roles";
import { type Survey, surveySource } from "./agentdojo-survey";
import { MAX_ITERATIONS } from "./agentdojo-termination";
import { counted } from "./counted";
import { createEpisodeLedger } from "./episode-ledger";
import { headFields } from "./head-fields";
import type { Given, Importer, ImportItem, Issue, Place, Source, SourceFile } from "./importer";
import { MAX_NAME_BYTES, MAX_RECORD_BYTES } from "./limits";
import { parseJson } from "./parse-json";
import { readWhole, sha256Hex } from "./read-whole";
import { schemaSentence } from "./schema-sentence";
import { visibleText } from "./visible-text";

/** AgentDojo run folders and their forks' dialects (spec/formats/agentdojo.md): one JSON an episode. */
export const agentdojo: Importer = {
  id: "agentdojo",
  label: "AgentDojo run folder (one JSON file an episode)",
  version: 1,
  options: AGENTDOJO_OPTIONS,
  recognises(probe) {
    const fields = headFields(probe.head);
    const has = (name: string) => fields?.has(name) ?? false;
    const named = has("suite_name") && has("user_task_id") && has("pipeline_name");
    // Some forks write the messages first, and then the names lie beyond the head.
    const cut = probe.head.length >= 64 * 1024 && (has("messages") || has("conversations"));
    const partly = cut && (has("attack_type") || has("injection_task_id") || has("injections"));
    return (named || partly) && !fields?.get("type")
      ? { recognised: true }
      : {
          recognised: false,
          lookedFor:
            "a JSON object with `suite_name`, `pipeline_name` and `user_task_id`, as AgentDojo logs have",
        };
  },
  read: readAgentDojo,
};

/**
 * Reads run logs, one file held at a time. The options are those of `options`, and `fingerprint`, the
 * SHA-256 of the source in hex, which makes the campaign's key its own.
 */
async function* readAgentDojo(
  source: Source,
  options: Readonly<Record<string, string>>,
  given?: Given,
): AsyncGenerator<ImportItem> {
  const settings = readSettings(options);
  if ("invalid" in settings) {
    const message = `The option ${settings.invalid} has none of its values.`;
    yield issue("refused", "invalid-option", message, { file: source.name });
    return;
  }
  const survey = await surveySource(source);
  if (survey.logs === 0) {
    yield issue("refused", "empty-source", "There is no .json file in it.", { file: source.name });
    return;
  }
  const roles = await rolesOf(source, survey, settings, given);
  const campaign = campaignOf(source, survey, roles, options["fingerprint"]);
  yield record(campaign, { file: source.name });

  const report = createArmReport(settings);
  const ledger = createEpisodeLedger<string>();
  const known = { arms: new Set<string>(), cases: new Set<string>() };
  for await (const file of source.files()) {
    if (!survey.isLog(file)) continue;
    const read = await readLog(file);
    if ("kind" in read) {
      yield read;
      continue;
    }
    const { log, sha256 } = read;
    const place: Place = { file: file.path };
    const path = parseLogPath(file.path, source.name);
    const arm = survey.armKeyOf(path, log);
    const caseRecord = caseOf(log);
    const problem = longName([arm, caseRecord.key]) ?? contradiction(log, settings);
    if (problem !== null) {
      yield issue("refused", problem.code, problem.message, place);
      continue;
    }
    const replica = survey.replicaOf(path);
    const earlier = ledger.enter(arm, caseRecord.key, replica, file.path);
    if (earlier !== null) {
      const message = `Arm, case and replica are those of ${visibleText(earlier, 160)}, which was kept.`;
      yield issue("refused", "duplicate-episode", message, place);
      continue;
    }
    if (!known.arms.has(arm)) {
      known.arms.add(arm);
      yield record(armOf(arm, survey, log), place);
      if (path.pipeline === null) {
        const message =
          "The path holds no pipeline directory, so the arm is the field `pipeline_name`, which often lacks the defence.";
        yield issue("warning", "arm-from-field", message, place);
      }
    }
    if (!known.cases.has(caseRecord.key)) {
      known.cases.add(caseRecord.key);
      yield record(caseRecord, place);
    }
    const cell = { arm, case: caseRecord.key, replica };
    const episode = episodeOf(log, cell, { path: file.path, sha256 }, settings);
    report.add(log, episode, { place, unknown: unknownFields(log), twice: read.duplicateKeys });
    yield record(roles?.attribute(episode.record, log, place) ?? episode.record, place);
  }
  yield record({ type: "end" }, { file: source.name });
  yield* report.items();
  if (roles !== null) yield* roles.items();
  yield* otherFiles(survey);
}

async function readLog(
  file: SourceFile,
): Promise<
  | { log: AgentDojoLog; sha256: string; duplicateKeys: boolean }
  | Extract<ImportItem, { kind: "issue" }>
> {
  const place: Place = { file: file.path };
  const bytes = await readWhole(file, MAX_RECORD_BYTES);
  if (bytes === null) {
    const mib = MAX_RECORD_BYTES / 2 ** 20;
    return issue("refused", "record-too-large", `A log may have ${mib} MiB; this has more.`, place);
  }
  // Another thread does this while the log is parsed.
  const sha256 = sha256Hex(bytes);
  const parsed = parseJson(bytes, { ...place, line: 1, byte: 0 });
  if (!parsed.ok) return { kind: "issue", issue: parsed.issue };
  const checked = agentDojoLogSchema.safeParse(parsed.value);
  if (!checked.success) {
    const { message, path } = schemaSentence(checked.error.issues, parsed.value);
    return issue("refused", "not-an-agentdojo-log", message, { ...place, path });
  }
  const log = checked.data;
  if (log.messages === undefined && log.conversations === undefined) {
    const message = "It has neither `messages` nor `conversations`, so there is no episode in it.";
    return issue("refused", "not-an-agentdojo-log", message, { ...place, path: "$.messages" });
  }
  return { log, sha256: await sha256, duplicateKeys: parsed.duplicateKeys };
}

function campaignOf(
  source: Source,
  survey: Survey,
  roles: AgentDojoRoles | null,
  fingerprint: string | undefined,
): CampaignRecord {
  const samples = [...survey.samples.values()];
  const version = uniform(samples.map((log) => log.agentdojo_package_version));
  const benchmark = uniform(samples.map((log) => log.benchmark_version));
  const name = source.name === "" ? "agentdojo" : source.name;
  return {
    type: "campaign",
    format: FORMAT,
    key: ["agentdojo", name.slice(0, 200), fingerprint?.slice(0, 12)].filter(Boolean).join(":"),
    name,
    target: { name: "AgentDojo agents" },
    corpus: {
      name: survey.suites.length > 0 ? survey.suites.join(", ") : "AgentDojo",
      ...(benchmark === null ? {} : { version: benchmark }),
    },
    harness: { name: "AgentDojo", ...(version === null ? {} : { version }) },
    startedAt: null,
    limits: { turns: MAX_ITERATIONS },
    ...(roles === null ? {} : { manifest: roles.manifest, attribution: AGENTDOJO_ATTRIBUTION }),
  };
}

/** The one version that all logs name which name any; null when there is none, or more than one. */
function uniform(versions: readonly (string | null | undefined)[]): string | null {
  const [only, ...more] = new Set(versions.filter((version) => typeof version === "string"));
  return only !== undefined && more.length === 0 ? only : null;
}

function armOf(key: string, survey: Survey, log: AgentDojoLog): DomainRecord {
  const { model, defence } = survey.armPartsOf(key, log);
  return {
    type: "arm",
    key,
    name: key,
    guardrail: { name: defence ?? "none", enabled: defence !== null },
    model: { name: model },
  };
}

function longName(names: readonly string[]): { code: string; message: string } | null {
  const long = names.some((name) => new TextEncoder().encode(name).length > MAX_NAME_BYTES);
  const message = `The names of its pipeline or task have more than ${MAX_NAME_BYTES} bytes.`;
  return long ? { code: "name-too-long", message } : null;
}

/** A fork that turns `security` round says what it means in words; words win over a guess. */
function contradiction(
  log: AgentDojoLog,
  settings: AgentDojoSettings,
): { code: string; message: string } | null {
  const outcome = log["outcome"];
  if (typeof outcome !== "string" || !/^safe/i.test(outcome) || !log.attack_type) return null;
  if (log.security !== settings.securityMeansAttacked) return null;
  return {
    code: "polarity-contradiction",
    message: `Its outcome reads "${visibleText(outcome, 60)}" while \`security\` would mean that the attack succeeded; choose what \`security: true\` means.`,
  };
}

function* otherFiles(survey: Survey): Generator<ImportItem> {
  for (const [kind, { count, firstPath }] of [...survey.others].slice(0, 100)) {
    const files = counted(count, "file");
    const message = `Left out ${files} of the kind "${visibleText(kind, 40)}", which hold no log.`;
    yield issue("warning", "other-files", message, { file: firstPath });
  }
}

const encoder = new TextEncoder();

function record(value: DomainRecord, place: Place): ImportItem {
  // JSON.stringify writes lone surrogates as escapes, so the bytes are UTF-8 whatever the log held.
  return { kind: "record", record: value, raw: encoder.encode(JSON.stringify(value)), place };
}

function issue(severity: Issue["severity"], code: string, message: string, place: Place) {
  return { kind: "issue" as const, issue: { severity, code, message, place } };
}
