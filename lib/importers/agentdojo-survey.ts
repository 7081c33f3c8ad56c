import { type AgentDojoLog, agentDojoLogSchema, driftEnabled } from "./agentdojo-log";
import { type ArmParts, splitPipelineName } from "./agentdojo-guardrail";
import { type LogPath, parseLogPath } from "./agentdojo-path";
import type { Source, SourceFile } from "./importer";
import { MAX_RECORD_BYTES } from "./limits";
import { parseJson } from "./parse-json";
import { readWhole } from "./read-whole";
import { isSystemFile } from "./system-files";

/** What is known of a source before its logs are read one by one. */
export type Survey = {
  /** Logs, by their name; the only file of a source counts as one whatever its name. */
  logs: number;
  /** Files of other kinds: extension, or name where there is none, to number and first path. */
  others: ReadonlyMap<string, { count: number; firstPath: string }>;
  /** The first readable log of each arm, by the arm's key. */
  samples: ReadonlyMap<string, AgentDojoLog>;
  suites: readonly string[];
  isLog(file: SourceFile): boolean;
  armKeyOf(path: LogPath, log: AgentDojoLog): string;
  armPartsOf(armKey: string, log: AgentDojoLog): ArmParts;
  replicaOf(path: LogPath): number;
};

/**
 * Walks the paths once and opens one log an arm, because the campaign comes first and has to name versions
 * and suites, because a defence is read from directories that stand side by side, and because repeats are
 * numbered by all of the folders that mark one.
 *
 * An arm is a pipeline directory. Where the same source holds pipelines in several groups (folders above
 * them that number no repeat), the group is part of the key: equal names in two groups are two settings.
 */
export async function surveySource(source: Source): Promise<Survey> {
  const seen = await walk(source);
  const groups = new Set(seen.paths.map(({ group }) => group));
  const repeats = repeatsByPipeline(seen.paths);
  const pipelines = new Set(seen.paths.flatMap(({ pipeline }) => pipeline ?? []));
  const armKeyOf = (path: LogPath, log: AgentDojoLog) => {
    if (path.pipeline === null) return log.pipeline_name ?? source.name;
    return groups.size > 1 && path.group !== "" ? `${path.group}/${path.pipeline}` : path.pipeline;
  };
  const samples = new Map<string, AgentDojoLog>();
  for (const { file, path } of seen.firsts) {
    // A log that cannot be read is refused with its place when its turn comes.
    const log = await readSample(file);
    if (log === null) continue;
    const key = armKeyOf(path, log);
    if (!samples.has(key)) samples.set(key, log);
  }
  return {
    logs: seen.logs,
    others: seen.others,
    samples,
    suites: [
      ...new Set([...seen.suites, ...[...samples.values()].map((log) => log.suite_name)]),
    ].toSorted(),
    isLog: (file) => !isSystemFile(file.path) && (seen.logs === seen.files || isJson(file.path)),
    armKeyOf,
    armPartsOf(armKey, log) {
      const name = armKey.split("/").at(-1) ?? armKey;
      const parts = splitPipelineName(name, pipelines);
      return parts.defence === null && driftEnabled(log) ? { ...parts, defence: "drift" } : parts;
    },
    replicaOf: (path) => Math.max(0, repeats.get(pipelineId(path))?.indexOf(path.repeat) ?? 0),
  };
}

function pipelineId(path: LogPath): string {
  return [path.group, path.pipeline].join("\n");
}

/** The names that number repeats of each pipeline, in their order: a name's index is the replica. */
function repeatsByPipeline(paths: readonly LogPath[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const known = found.get(pipelineId(path)) ?? [];
    if (!known.includes(path.repeat)) found.set(pipelineId(path), [...known, path.repeat]);
  }
  return new Map([...found].map(([id, names]) => [id, names.toSorted(byNumber)]));
}

async function walk(source: Source) {
  const paths = new Map<string, LogPath>();
  const firsts = new Map<string, { file: SourceFile; path: LogPath }>();
  const others = new Map<string, { count: number; firstPath: string }>();
  const suites = new Set<string>();
  let logs = 0;
  let files = 0;
  let single: SourceFile | null = null;
  for await (const file of source.files()) {
    if (isSystemFile(file.path)) continue;
    files += 1;
    single = file;
    if (!isJson(file.path)) {
      const kind = kindOf(file.path);
      const known = others.get(kind);
      others.set(kind, {
        count: (known?.count ?? 0) + 1,
        firstPath: known?.firstPath ?? file.path,
      });
      continue;
    }
    logs += 1;
    const path = parseLogPath(file.path, source.name);
    paths.set([path.group, path.pipeline, path.repeat].join("\n"), path);
    const id = pipelineId(path);
    if (!firsts.has(id)) firsts.set(id, { file, path });
    if (path.suite !== null) suites.add(path.suite);
  }
  if (files === 1 && logs === 0 && single !== null) {
    others.clear();
    logs = 1;
    firsts.set("", { file: single, path: parseLogPath(single.path, source.name) });
  }
  return { paths: [...paths.values()], firsts: firsts.values(), others, suites, logs, files };
}

async function readSample(file: SourceFile): Promise<AgentDojoLog | null> {
  const bytes = await readWhole(file, MAX_RECORD_BYTES);
  const parsed = bytes === null ? null : parseJson(bytes, { file: file.path });
  return parsed?.ok ? (agentDojoLogSchema.safeParse(parsed.value).data ?? null) : null;
}

function isJson(path: string): boolean {
  return path.toLowerCase().endsWith(".json");
}

function kindOf(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot) : name;
}

/** `run_2` before `run_10`. */
function byNumber(a: string, b: string): number {
  const collator = new Intl.Collator("en", { numeric: true });
  return collator.compare(a, b);
}
